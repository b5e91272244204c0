"""The layout of a page, measured in the browser: each check returns one line for each fault."""

# The controls of a page that a person sees, with name and box. What is hidden by cutting it off (the skip link, the
# name that a password manager reads) is none of them.
CONTROLS = """
const controls = () => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .map((one) => {
    const box = one.getBoundingClientRect();
    const name = one.getAttribute("aria-label") || one.innerText || one.name || one.type || "";
    return { one, box, name: `${one.tagName.toLowerCase()} "${name.trim().replace(/\\s+/g, " ")}"` };
  })
  .filter(({ one, box }) => box.width > 1 && box.height > 1 && box.bottom > 0
    && getComputedStyle(one).clipPath === "none");
"""

CUT = "() => {" + CONTROLS + """
  const root = document.scrollingElement;
  const wide = root.clientWidth;
  const faults = [];
  if (root.scrollWidth > wide) faults.push(`scrolls sideways: ${root.scrollWidth} px in ${wide} px`);
  // A row that scrolls sideways shows each of its controls when it has the focus.
  const isScrolledTo = (one) => [...document.querySelectorAll("main *")].some((row) => row.contains(one)
    && /auto|scroll/.test(getComputedStyle(row).overflowX) && row.scrollWidth > row.clientWidth);
  for (const { one, box, name } of controls()) {
    if ((box.left < -1 || box.right > wide + 1) && !isScrolledTo(one)) {
      faults.push(`${name} stands at ${box.left} to ${box.right} of ${wide}`);
    }
    for (let frame = one.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(frame).overflowX)) continue;
      const limit = frame.getBoundingClientRect();
      if (box.left < limit.left - 1 || box.right > limit.right + 1) faults.push(`${name} is cut by ${frame.className}`);
    }
  }
  for (const one of document.querySelectorAll("body *")) {
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const style = getComputedStyle(one);
    if (!hasText || one.clientWidth <= 1 || !one.checkVisibility() || style.overflowX === "visible") continue;
    if (/^(textarea|select|option)$/i.test(one.tagName)) continue;
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) {
      faults.push(`the text "${one.innerText}" is cut: ${one.scrollWidth} px in ${one.clientWidth} px`);
    }
  }
  // A menu cuts its choice inside itself, where nothing scrolls: a copy with this choice alone has its full width.
  // A filter says what the list below it is about, so its choice is whole; elsewhere the cut is at least shown.
  for (const one of document.querySelectorAll("select")) {
    const { width } = one.getBoundingClientRect();
    if (width <= 1 || !one.checkVisibility() || one.selectedIndex < 0) continue;
    if (getComputedStyle(one).textOverflow === "ellipsis" && !one.closest(".filters")) continue;
    const copy = one.cloneNode(false);
    copy.append(new Option(one.selectedOptions[0].label));
    Object.assign(copy.style, { position: "absolute", visibility: "hidden", minWidth: 0, maxWidth: "none",
      width: "max-content" });
    one.after(copy);
    const needed = copy.getBoundingClientRect().width;
    copy.remove();
    if (needed > width + 1) faults.push(`the choice "${copy.textContent}" is cut: ${needed} px in ${width} px`);
  }
  return faults;
}"""

# A link inside a sentence is as high as its line; a switch is tapped by its whole row.
SMALL = "() => {" + CONTROLS + """
  const isInText = (one) => getComputedStyle(one).display === "inline"
    && [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const target = (one) => (/^(checkbox|radio)$/.test(one.type) && one.closest("label")) || one;
  return controls().filter(({ one }) => !isInText(one)).flatMap(({ one, name }) => {
    const { width, height } = target(one).getBoundingClientRect();
    return width > 43.5 && height > 43.5 ? [] : [`${name} is ${width.toFixed()} by ${height.toFixed()} px`];
  });
}"""

# An element at the start of a line is there in either direction: the one picture is the other in a mirror.
MIRROR = "async () => {" + CONTROLS + """
  const turned = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume, 0)));
  // The place of a scroll bar is at the right in either direction.
  const wide = document.body.getBoundingClientRect().right;
  const before = controls();
  document.documentElement.dir = "rtl";
  await turned();
  const faults = [];
  for (const { one, box, name } of before) {
    const now = one.getBoundingClientRect();
    if (getComputedStyle(one).display === "inline") continue;
    if (Math.abs(now.left - (wide - box.right)) > 2 || Math.abs(now.top - box.top) > 2) {
      faults.push(`${name} at ${box.left.toFixed()},${box.top.toFixed()} goes to `
        + `${now.left.toFixed()},${now.top.toFixed()}, not to ${(wide - box.right).toFixed()}`);
    }
  }
  return faults;
}"""

# WCAG 2.2, 1.4.12: what a reader's own text spacing may be.
SPACE_OUT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""
UNSPACE = "() => { document.adoptedStyleSheets.pop(); }"
