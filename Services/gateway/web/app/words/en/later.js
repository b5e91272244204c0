// The English words of pages that few people open, by area: they are fetched with those pages.

import teaching from "./teaching.js";
import overview from "./overview.js";
import design from "./design.js";

export default { teaching, overview, design };
