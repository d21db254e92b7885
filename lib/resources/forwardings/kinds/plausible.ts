import {
  addressWithUtm,
  baseOf,
  clipUrl,
  type ForwardedEvent,
  isOk,
  isUnauthorized,
  type Kind,
  known,
  postJson,
} from "./kind";

// Plausible's Events API: https://plausible.io/docs/events-api

/** A request contains one event. Properties are up to 30 texts of up to 2,000 characters. */
export const plausible: Kind = {
  url: "https://plausible.io",
  site: /^[\w.-]+(?:\/[\w./-]+)?$/,
  token: "none",
  days: 3,
  requestOf([event], { url, site }) {
    if (!event) throw new Error("a request has one event");
    const { type, name, referrer, value, currency } = event;
    const content = {
      name: type === "conversion" ? name : type === "test" ? "Signpost test" : "pageview",
      domain: site,
      url: clipUrl(addressWithUtm(event)),
      ...(referrer && { referrer: `https://${referrer}/` }),
      props: propertiesOf(event),
      ...(value !== null && currency !== null && { revenue: { currency, amount: value.toString() } }),
    };
    return postJson(`${baseOf(url)}/api/event`, content, {
      "user-agent": "Mozilla/5.0 (Signpost)",
      "x-forwarded-for": addressFor(event.visitor),
    });
  },
  accepts: isOk,
  refusesToken: isUnauthorized,
};

/**
 * Plausible counts visitors by address and user agent, which are not stored here. It gets a private address instead,
 * derived from the visitor's pseudonym (RFC 4193): no network uses it, and each visitor has a different one.
 */
const addressFor = (visitor: string) => `fd00:${visitor.match(/.{4}/g)?.join(":")}::1`;

const propertiesOf = ({ linkId, title, country, language, device, browser, os, externalId }: ForwardedEvent) =>
  known({ link: String(linkId), title, country, language, device, browser, os, order: externalId });
