// One roommate, as far as their profile is visible. Phones offer a text message, other devices show the
// number.

import { Problem, get } from "../../api.js";
import { isNewHere, newMark } from "../../components/newcomer.js";
import { avatar, creditOf, failed, skeleton } from "../../components/pieces.js";
import { toast } from "../../components/toast.js";
import { emoji, fill, h } from "../../dom.js";
import { state } from "../../state.js";
import { dayOf, listed, words } from "../../words/words.js";

const shown = ["concentration", "hometown", "languages"];

/** The page at /roommates/:id. */
export function roommatePage({ params }) {
  const known = state.roommates?.find(({ profile }) => profile.id === params.id);
  const body = h("div", {}, known ? card(known) : skeleton(2));
  const load = async () => {
    try {
      fill(body, card(await get(`/v1/roommates/${encodeURIComponent(params.id)}`)));
    } catch (problem) {
      miss(problem);
    }
  };
  const miss = (problem) => fill(body, h("h1", { class: "spoken" }, words.nav.roommates),
    failed(problem, load));
  load();
  return {
    name: "roommate", tab: "roommates", title: words.nav.roommates, isPlain: true, parent: "/roommates", body,
    onEvent: (topic, data) => {
      const isAbout = data?.person === params.id;
      if (topic === "roomhub.member.left" && isAbout) {
        miss(new Problem({ code: "not_found" }));
      } else if (topic === "reset" || isAbout) {
        load();
      }
    },
  };
}

function card({ profile, joined }) {
  const text = words.roommates;
  const facts = shown.filter((name) => profile[name]?.length).map((name) => {
    const value = profile[name];
    return [h("dt", {}, text.fields[name]), h("dd", {}, Array.isArray(value) ? listed(value) : value)];
  });
  return h("article", { class: "card profile" },
    avatar(profile), creditOf(profile),
    h("h1", {}, `${profile.firstName} ${profile.lastName}`),
    isNewHere(joined) && newMark(),
    h("p", { class: "quiet" }, [profile.pronouns, text.since(dayOf(joined))].filter(Boolean).join(" · ")),
    profile.phone && phone(profile),
    // Allergies come first, for anyone who cooks for this person.
    profile.allergies && h("p", { class: "warning allergies" }, emoji("⚠️"), " ",
      h("strong", {}, text.fields.allergies), ": ", profile.allergies),
    facts.length > 0 ? h("dl", { class: "facts-list" }, facts)
      : !profile.phone && !profile.allergies && h("p", { class: "quiet" }, text.nothing(profile.firstName)));
}

function phone(profile) {
  const text = words.roommates;
  // A coarse pointer without hover is a phone or tablet, the only devices that can send a text.
  if (matchMedia("(pointer: coarse) and (hover: none)").matches) {
    const sms = `sms:${profile.phone}`;
    return h("a", { class: "button", href: sms }, emoji("💬"), " ", text.message(profile.firstName));
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(profile.phone);
      toast(text.numberCopied);
    } catch {
      toast(profile.phone);
    }
  };
  return h("p", { class: "phone" }, h("span", {}, profile.phone),
    h("button", { class: "button small quiet-button", type: "button", onclick: copy }, text.copyNumber));
}
