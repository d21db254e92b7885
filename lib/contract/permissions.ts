/** What visitors meet and what is counted of it. `links` are also their tags, imports, exports and statistics. */
export const content = [
  "links",
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

/** The account itself: its plan and data as a whole, who works in it, its API keys, and what was done in it. */
const administration = ["account", "members", "keys"] as const;

const both = <Subject extends string>(subjects: readonly Subject[]) =>
  subjects.flatMap((subject) => [`${subject}:read`, `${subject}:write`] as const);

/** All that may be allowed of an account. To write something takes in to read it. */
export const permissions = [...both(content), ...both(administration), "audit:read"] as const;
export type Permission = (typeof permissions)[number];
