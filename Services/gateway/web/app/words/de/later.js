// The German words of pages that few people open, by area: they are fetched with those pages.

import admin from "./admin.js";
import admintables from "./admintables.js";
import credits from "./credits.js";
import setup from "./setup.js";
import aid from "./aid.js";
import helping from "./helping.js";
import teaching from "./teaching.js";
import overview from "./overview.js";
import design from "./design.js";
import campus from "./campus.js";
import campusadmin from "./campusadmin.js";
import campusfaults from "./campusfaults.js";
import training from "./training.js";
import schoolday from "./schoolday.js";
import search from "./search.js";
import desk from "./desk.js";
import tokens from "./tokens.js";

export default {
  admin, admintables, aid, helping, teaching, overview, design, campus, campusadmin, campusfaults, training,
  schoolday, search, desk, tokens, credits, setup,
};
