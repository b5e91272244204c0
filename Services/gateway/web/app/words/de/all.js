// The German words that every page may need, by area.

import common from "./common.js";
import account from "./account.js";
import room from "./room.js";
import today from "./today.js";
import events from "./events.js";
import school from "./school.js";
import checkingin from "./checkingin.js";
import alerts from "./alerts.js";
import alerttexts from "./alerttexts.js";
import faults from "./faults.js";

export default {
  common, account, room, today, events, school, checkingin, alerts, alerttexts, faults,
};
