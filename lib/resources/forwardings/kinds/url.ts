import { hasDotSegment } from "@/lib/contract/dot-segments";
import { type ForwardedEvent, isOk, isUnauthorized, type Kind, postJson, TOKEN } from "./kind";
import { isPlaceholder, type Placeholder } from "./placeholder-names";

/** The value of each placeholder. */
const placeholders: Record<
  Exclude<Placeholder, "token">,
  (event: ForwardedEvent) => string | number | null | undefined
> = {
  event: ({ type, name }) => (type === "conversion" ? name : type),
  id: ({ id }) => id,
  time: ({ at }) => at.toISOString(),
  timestamp: ({ at }) => Math.floor(at.getTime() / 1_000),
  visitor: ({ visitor }) => visitor,
  linkid: ({ linkId }) => linkId,
  shorturl: ({ shortUrl }) => shortUrl,
  destination: ({ destination }) => destination,
  title: ({ title }) => title,
  country: ({ country }) => country,
  language: ({ language }) => language,
  device: ({ device }) => device,
  browser: ({ browser }) => browser,
  os: ({ os }) => os,
  referrer: ({ referrer }) => referrer,
  utm_source: ({ utm }) => utm.source,
  utm_medium: ({ utm }) => utm.medium,
  utm_campaign: ({ utm }) => utm.campaign,
  utm_term: ({ utm }) => utm.term,
  utm_content: ({ utm }) => utm.content,
  value: ({ value }) => value,
  currency: ({ currency }) => currency,
  externalid: ({ externalId }) => externalId,
};

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** Returns the first unknown placeholder of a template; undefined if all are known. */
export const unknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name).find((name) => !isPlaceholder(name));

/** Returns whether a template is JSON after its placeholders are replaced. They must be inside strings. */
export function isJsonTemplate(template: string): boolean {
  try {
    JSON.parse(template.replace(PLACEHOLDER, "x"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether all placeholders come after the host of an address, so that no visitor can change where a request
 * goes.
 */
export const hasFixedHost = (template: string) => /^https?:\/\/[^{}/?#]+(?:[/?#]|$)/i.test(template);

/** Sends a GET request, or a POST request with JSON if there is a template for the body. */
export const url: Kind = {
  url: null,
  site: null,
  token: "optional",
  days: 30,
  requestOf([event], { url, template }) {
    if (!event) throw new Error("a request has one event");
    const address = fillAddress(url, event);
    if (template === "") return { method: "GET", url: address, headers: {}, body: "" };
    const body = fill(template, event, (text) => JSON.stringify(text).slice(1, -1));
    return { ...postJson(address, {}), body };
  },
  accepts: isOk,
  refusesToken: isUnauthorized,
};

/** Fills the template of an address. A part of the path whose values would lead out of its folder stays empty. */
function fillAddress(template: string, event: ForwardedEvent): string {
  const end = template.search(/[?#]/);
  const path = end === -1 ? template : template.slice(0, end);
  const filled = path.replace(/[^\\/]+/g, (part) => {
    if (!part.includes("{")) return part;
    const text = fill(part, event, encodeURIComponent);
    return hasDotSegment(text) ? "" : text;
  });
  return end === -1 ? filled : filled + fill(template.slice(end), event, encodeURIComponent);
}

function fill(template: string, event: ForwardedEvent, encode: (text: string) => string): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole;
    return name === "token" ? TOKEN : encode(`${placeholders[name](event) ?? ""}`);
  });
}
