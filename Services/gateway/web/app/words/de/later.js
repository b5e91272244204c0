// The German words of pages that few people open, by area: they are fetched with those pages.

import admin from "./admin.js";
import aid from "./aid.js";
import helping from "./helping.js";
import teaching from "./teaching.js";
import overview from "./overview.js";
import design from "./design.js";
import training from "./training.js";

export default { admin, aid, helping, teaching, overview, design, training };
