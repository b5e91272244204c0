// A select for time zones, with the likely ones first.

import { deviceZone, zoneNames } from "../models/zonetime.js";
import { words } from "../words/words.js";
import { field } from "./form.js";

/**
 * A select of all zones with `value` chosen. `near` and this device's zone come first. `none` is the label of
 * the choice for no zone, if there is one.
 */
export function zoneField({ name = "zone", label = words.events.zone, value, near = [], none, ...rest }) {
  const first = [...new Set([value, ...near, deviceZone].filter(Boolean))];
  const others = zoneNames().filter((zone) => !first.includes(zone));
  const shown = (zone) => [zone, zone.replaceAll("_", " ")];
  return field({ name, label, kind: "select", value, options: [...none ? [["", none]] : [],
    ...[...first, ...others].map(shown)], ...rest });
}
