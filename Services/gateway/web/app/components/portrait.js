// The portrait of a person in their profile: stored as soon as it is chosen, not with the form.

import { send } from "../api.js";
import { fill, h } from "../dom.js";
import { addressOfPerson } from "../models/pictureaddress.js";
import { update } from "../state.js";
import { words } from "../words/words.js";
import { avatar, creditOf } from "./pieces.js";
import { pictureField } from "./picturefield.js";
import { complain } from "./toast.js";

/** The field for the person `me`. Calls `stored(me)` with the profile after each change. */
export function portrait(me, stored) {
  const text = words.account.profile;
  const credit = h("div", { class: "portrait-credit" }, creditOf(me));
  let last = Promise.resolve();
  const field = pictureField({
    value: me.picture, shown: me, base: addressOfPerson(me), alt: text.portrait, frame: 1, waits: false,
    changed: () => {
      const { value } = field;
      // One after the other: the part of a picture is chosen after the picture.
      last = last.then(() => keep(value)).then((profile) => {
        fill(credit, creditOf(profile));
        stored(profile);
      }).catch(complain);
    },
  });
  field.element.classList.add("portrait");
  field.element.setAttribute("aria-label", text.portrait);
  field.draw(avatar({ ...me, picture: null }));
  field.view.after(credit);
  return field.element;
}

async function keep(value) {
  const me = value
    ? await send("PUT", "/v1/me/picture", { object: value.object, ...(value.crop && { crop: value.crop }) })
    : await send("DELETE", "/v1/me/picture");
  update({ me });
  return me;
}
