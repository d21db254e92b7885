/**
 * Everything that visitors see, and its statistics. `links` includes tags, imports, exports and statistics of links.
 */
export const content = [
  "links",
  "conversions",
  "campaigns",
  "channels",
  "domains",
  "pixels",
  "overlays",
  "splash",
  "bio",
  "qr",
  "sms",
] as const;

/** The account itself: its plan, its data as a whole, its members, its API keys, its webhooks, its forwardings and its audit log. */
const administration = ["account", "members", "keys", "webhooks", "forwardings"] as const;

const readAndWrite = <Subject extends string>(subjects: readonly Subject[]) =>
  subjects.flatMap((subject) => [`${subject}:read`, `${subject}:write`] as const);

/** All permissions of an account. Write permission includes read permission. */
export const permissions = [...readAndWrite(content), ...readAndWrite(administration), "audit:read"] as const;
export type Permission = (typeof permissions)[number];
