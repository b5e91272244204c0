// First aid: the number to call, the address to read out, the guidelines, and who has reviewed the topics.

import { send } from "../../api.js";
import { ownWords, reviewed } from "../../components/aidpieces.js";
import { field, form, need } from "../../components/form.js";
import { formSheet } from "../../components/formsheet.js";
import { ask, failed, label, skeleton } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { keepFocus } from "../../frame.js";
import { fetchGuide } from "../../guide.js";
import { fill, h } from "../../dom.js";
import { words } from "../../words/words.js";

/** The page at /admin/guide. */
export function adminGuidePage() {
  const text = words.guideAdmin;
  const settings = h("div", {}, skeleton(3));
  const reviews = h("div", { class: "aid-reviews" });
  let isOver = false;
  let guide = null;

  const load = async () => {
    try {
      guide = await fetchGuide();
      if (isOver) return;
      fill(settings, h("section", { class: "card" }, h("h2", {}, text.call), siteForm(guide.site, taken)));
      paint();
    } catch (problem) {
      if (!isOver) fill(settings, failed(problem, load));
    }
  };
  const taken = (site) => {
    guide = { ...guide, site };
    toast(words.saved);
  };
  // Only the reviews are fetched again: what is typed above stays.
  const again = async (said) => {
    toast(said);
    try {
      guide = await fetchGuide();
      if (!isOver) paint();
    } catch (problem) {
      complain(problem);
    }
  };
  const paint = () => {
    fill(reviews,
      h("h2", { class: "group" }, text.reviews),
      h("p", { class: "quiet" }, text.reviewsLead),
      h("ul", { class: "list" }, guide.bundle.topics.map((topic) => topicRow(topic, guide.site, again))));
    keepFocus();
  };

  load();
  return {
    name: "admin-guide", tab: "admin", title: words.admin.guide.title, parent: "/admin",
    body: [h("p", { class: "quiet" }, text.lead), settings, reviews],
    stop: () => { isOver = true; },
  };
}

function siteForm(site, taken) {
  const text = words.guideAdmin;
  const number = field({ name: "number", label: text.number, hint: text.numberHint, kind: "tel",
    required: true, maxLength: 20, autocomplete: "off", value: site.number });
  const address = field({ name: "address", label: text.address, hint: text.addressHint, kind: "textarea",
    isOptional: true, maxLength: 300, value: site.address ?? "" });
  const profile = field({ name: "profile", label: text.profile, hint: text.profileHint, kind: "select",
    options: Object.entries(text.profiles), value: site.profile });
  return form({
    parts: [number, address, profile], label: text.save,
    submit: async (values) => {
      taken(await send("PATCH", "/v1/admin/guide", {
        number: values.number.trim(), address: values.address.trim() || null, profile: values.profile,
      }));
    },
  }).element;
}

function topicRow(topic, site, again) {
  const text = words.guideAdmin;
  const title = ownWords(topic.title, site);
  const review = site.reviews.find((one) => one.topic === topic.id);
  const isCurrent = review?.version === topic.version;
  const remove = async () => {
    if (await ask({ title: text.remove, text: text.removeText(title), action: text.remove,
      isDangerous: true }) === null) return;
    try {
      await send("DELETE", `/v1/admin/guide/reviews/${topic.id}`);
      await again(text.removed);
    } catch (problem) {
      complain(problem);
    }
  };
  const record = async () => {
    if (await recordSheet(topic, title, review)) await again(text.recorded);
  };
  return h("li", { class: "row aid-review" },
    h("div", { class: "aid-review-words" },
      h("strong", { class: "row-title" }, title),
      h("span", { class: "aid-labels" }, label(reviewed(topic, site) ?? words.steps.notReviewed,
        isCurrent ? "good" : "caution")),
      review && !isCurrent && h("span", { class: "row-note" }, text.outdated(review.version))),
    h("div", { class: "aid-review-acts" },
      h("a", { class: "aid-review-open", href: topicAddress(topic) }, text.open),
      h("button", { class: "button small quiet-button", type: "button", onclick: record,
        "aria-label": `${text.record}: ${title}` }, text.record),
      review && h("button", { class: "button small danger-quiet", type: "button", onclick: remove,
        "aria-label": `${text.remove}: ${title}` }, text.remove)));
}

function topicAddress({ id, mode }) {
  return mode === "crisis" ? "/crisis" : `/aid/${id}`;
}

function recordSheet(topic, title, review) {
  const text = words.guideAdmin;
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, "0")).join("-");
  const fields = [
    field({ name: "reviewer", label: text.reviewer, required: true, maxLength: 120, autocomplete: "off",
      value: review?.reviewer ?? "" }),
    field({ name: "qualification", label: text.qualification, hint: text.qualificationHint, required: true,
      maxLength: 200, autocomplete: "off", value: review?.qualification ?? "" }),
    field({ name: "day", label: text.day, kind: "date", required: true, max: day, value: day }),
  ];
  return formSheet({
    title: text.record, lead: `${text.recordLead(topic.version, title)} ${text.readFirst}`, parts: fields,
    label: text.record, draft: `admin.guide.${topic.id}`,
    submit: async (values) => {
      need(values, ["reviewer", "qualification", "day"]);
      await send("PUT", `/v1/admin/guide/reviews/${topic.id}`, {
        version: topic.version, reviewer: values.reviewer.trim(),
        qualification: values.qualification.trim(), day: values.day,
      });
    },
  });
}
