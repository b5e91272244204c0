// The choice of a time zone: those that are likely first, then all.

import { deviceZone, zoneNames } from "../models/zonetime.js";
import { words } from "../words/words.js";
import { field } from "./form.js";

/**
 * A select of all zones with `value` chosen; `near` are offered first, with this device's. `none` is what
 * stands for no zone, where that can be chosen.
 */
export function zoneField({ name = "zone", label = words.events.zone, value, near = [], none, ...rest }) {
  const first = [...new Set([value, ...near, deviceZone].filter(Boolean))];
  const others = zoneNames().filter((zone) => !first.includes(zone));
  const shown = (zone) => [zone, zone.replaceAll("_", " ")];
  return field({ name, label, kind: "select", value, options: [...none ? [["", none]] : [],
    ...[...first, ...others].map(shown)], ...rest });
}
