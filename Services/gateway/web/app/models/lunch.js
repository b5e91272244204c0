// The menu of a day, and what the reader avoids. The choice stays on this device.

/** The key in `localStorage`. */
const key = "quad.allergens";

/** The allergens that labels name, as `Campus.Allergen` of Schema. */
export const allergens = ["milk", "eggs", "fish", "crustaceans", "molluscs", "treeNuts", "peanuts", "wheat",
  "gluten", "soy", "sesame", "celery", "mustard", "sulphites", "lupin"];

/** The diets that a dish may suit, as `Campus.Diet` of Schema. */
export const diets = ["vegan", "vegetarian", "halal", "kosher"];

/** The allergens that the reader of this device avoids. */
export function avoided() {
  try {
    const stored = JSON.parse(localStorage.getItem(key));
    return new Set(Array.isArray(stored) ? stored.filter((code) => allergens.includes(code)) : []);
  } catch {
    return new Set();
  }
}

/** Stores the avoided allergens. Returns false if the browser stores nothing. */
export function avoid(codes) {
  try {
    if (codes.size === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify([...codes]));
    return true;
  } catch {
    return false;
  }
}

/** The allergens of a dish that the reader avoids. */
export function found(dish, codes) {
  return (dish.allergens ?? []).filter((code) => codes.has(code));
}
