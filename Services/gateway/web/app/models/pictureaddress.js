// The addresses of pictures. Each names the object that shows the picture, whose program decides who sees it.

/** The address of the picture of an event or a person in one of the sizes. `base` is that of the object. */
export function pictureAddress(shown, variant, base = `/v1/events/${encodeURIComponent(shown.id)}`) {
  const { object, crop } = shown.picture;
  // A new part of the same picture gets another address, so that no cache shows the old one.
  const mark = [object.slice(0, 8), ...(crop ? [crop.x, crop.y, crop.width] : [])].join("-");
  return `${base}/picture/${variant}?v=${mark}`;
}

/** The address of a person, below which their picture is. */
export function addressOfPerson({ id }) {
  return `/v1/people/${encodeURIComponent(id)}`;
}

/** The address of a picture that the person uploaded or took from the search. */
export function heldAddress(object, variant) {
  return `/v1/uploads/${object}/${variant}`;
}
