import { createHash } from "node:crypto";
import {
  baseOf,
  clip,
  clipUrl,
  type ForwardedEvent,
  isOk,
  isUnauthorized,
  type Kind,
  known,
  postJson,
  TOKEN,
} from "./kind";

// Meta's Conversions API: https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api
// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters

/** A request can contain up to 1,000 events. Meta refuses all of them if one is invalid. */
export const meta: Kind = {
  url: "https://graph.facebook.com/v25.0",
  site: /^\d{5,20}$/,
  token: "required",
  // Meta refuses the whole request if an event is older.
  days: 7,
  requestOf: (events, { url, site }) =>
    postJson(`${baseOf(url)}/${site}/events?access_token=${TOKEN}`, { data: events.map(eventOf) }),
  accepts: (status, answer) => isOk(status) && !/"error":/.test(answer),
  // 190: not valid or expired; 102: the session has ended; 10 and 200 to 299: it lacks the permission.
  refusesToken: (status, answer) =>
    isUnauthorized(status) || (!isOk(status) && /"code":\s*(?:190|102|10|2\d\d)\b/.test(answer)),
};

const eventOf = (event: ForwardedEvent) => ({
  event_name: nameOf(event),
  event_time: Math.floor(event.at.getTime() / 1_000),
  event_id: event.id,
  event_source_url: clipUrl(event.shortUrl),
  // An event of a website would need the visitor's user agent, which is not stored.
  action_source: "other",
  user_data: {
    external_id: [sha256(event.visitor)],
    ...(event.country && { country: [sha256(event.country.toLowerCase())] }),
  },
  custom_data: known({
    value: event.value,
    currency: event.currency,
    order_id: event.externalId,
    content_name: clip(event.title, 255),
  }),
});

function nameOf({ type, name, value }: ForwardedEvent): string {
  if (type === "click") return "LinkClick";
  if (type === "test") return "SignpostTest";
  // A purchase must have a value.
  if (name === "sale" && value !== null) return "Purchase";
  return name === "lead" ? "Lead" : name;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
