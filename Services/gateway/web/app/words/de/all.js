// All areas of the German words.

import common from "./common.js";
import account from "./account.js";
import room from "./room.js";
import today from "./today.js";
import events from "./events.js";
import school from "./school.js";
import checkingin from "./checkingin.js";
import teaching from "./teaching.js";
import alerts from "./alerts.js";
import alerttexts from "./alerttexts.js";
import admin from "./admin.js";
import overview from "./overview.js";
import design from "./design.js";
import faults from "./faults.js";

export default {
  common, account, room, today, events, school, checkingin, teaching, alerts,
  alerttexts, admin, overview, design, faults,
};
