// The health of a site, from its overview: checks in words' keys, the worst first.

/** The number of events a program may be behind for a moment, as in the site's alert rules. */
const maxBehind = 500;
const order = ["bad", "look", "good"];

/**
 * The checks of an overview, each with its level: `bad` does not work, `look` needs somebody, `good` is fine.
 * `kind` names the sentence, the other members are its values. Nothing is said of what is unknown.
 */
export function healthChecks(overview) {
  const checks = [
    programs(overview), disk(overview), updates(overview), notifications(overview), backup(overview),
  ];
  return checks.filter(Boolean).sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
}

/** The level of the whole site: that of its worst check. */
export function worst(checks) {
  return order.find((level) => checks.some((check) => check.level === level)) ?? "good";
}

/** What waits for an administrator, as `[kind, count, address]`, without what is empty. */
export function decisions({ counts }) {
  return [
    ["reports", counts.reports, "/admin/reports"],
    ["deadDeliveries", counts.deadDeliveries, "/admin/deliveries"],
    ["expiredInvites", counts.expiredInvites, "/admin/invites"],
  ].filter(([, count]) => count > 0);
}

function programs({ programs: all, away }) {
  const starting = all.filter(({ state }) => state === "starting").map(({ program }) => program);
  const versions = [...new Set(all.map(({ version }) => version).filter(Boolean))];
  const about = { name: "programs" };
  if (away.length > 0) return { ...about, level: "bad", kind: "away", programs: away };
  if (starting.length > 0) return { ...about, level: "look", kind: "starting", programs: starting };
  if (versions.length > 1) return { ...about, level: "look", kind: "versions", versions };
  return { ...about, level: "good", kind: "ready", count: all.length, version: versions[0],
    since: all.map(({ started }) => started).sort().at(-1) };
}

function disk({ programs: all, disk: found }) {
  const about = { name: "disk", free: found?.freeBytes, part: found && found.freeBytes / found.bytes };
  if (all.some(({ state }) => state === "degraded")) return { ...about, level: "bad", kind: "full" };
  if (!found) return null;
  return { ...about, level: found.isLow ? "look" : "good", kind: found.isLow ? "low" : "free" };
}

function updates({ programs: all }) {
  const dead = all.reduce((sum, { deadLetters = 0 }) => sum + deadLetters, 0);
  const behind = Math.max(0, ...all.map(({ behind: count = 0 }) => count));
  const about = { name: "updates" };
  if (dead > 0) return { ...about, level: "look", kind: "dead", count: dead };
  if (behind > maxBehind) return { ...about, level: "look", kind: "behind", count: behind };
  return { ...about, level: "good", kind: "sent", count: behind };
}

function notifications({ counts }) {
  const { lateAlerts: late, waitingDeliveries: waiting, waitingMails: mails = 0 } = counts;
  if (late === undefined) return null;
  return { name: "notifications", level: late > 0 ? "look" : "good", kind: late > 0 ? "late" : "onTime",
    count: late > 0 ? late : waiting + mails };
}

function backup({ backup: found }) {
  if (!found) return null;
  const { last, isOld } = found;
  return { name: "backup", last, level: isOld ? "look" : "good",
    kind: isOld ? last ? "old" : "none" : last ? "recent" : "due" };
}
