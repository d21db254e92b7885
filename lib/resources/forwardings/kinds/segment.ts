import {
  BASIC,
  baseOf,
  clip,
  clipUrl,
  type ForwardedEvent,
  isOk,
  isUnauthorized,
  type Kind,
  known,
  postJson,
} from "./kind";

// Segment's HTTP Tracking API: https://www.twilio.com/docs/segment/connections/sources/catalog/libraries/server/http-api

/** The write key is the user name of basic authentication. An event may have 32 KB and a request 500 KB. */
export const segment: Kind = {
  url: "https://api.segment.io",
  site: null,
  token: "required",
  days: 30,
  requestOf: (events, { url }) =>
    postJson(`${baseOf(url)}/v1/batch`, { batch: events.map(eventOf) }, { authorization: `Basic ${BASIC}` }),
  // Segment responds with 200 unless a request is too large or not JSON.
  accepts: (status, answer) => isOk(status) && !/"success":\s*false/.test(answer),
  refusesToken: isUnauthorized,
};

const eventOf = (event: ForwardedEvent) => ({
  type: "track",
  event: nameOf(event),
  anonymousId: event.visitor,
  messageId: event.id,
  timestamp: event.at.toISOString(),
  properties: known({
    link_id: event.linkId,
    url: event.shortUrl,
    destination: clipUrl(event.destination),
    title: clip(event.title, 255),
    country: event.country,
    device: event.device,
    browser: event.browser,
    os: event.os,
    revenue: event.value,
    currency: event.currency,
    order_id: event.externalId,
  }),
  context: {
    // Without it, Segment would use the address of this server as the visitor's.
    ip: "0.0.0.0",
    locale: event.language ?? undefined,
    page: { url: event.shortUrl, title: clip(event.title, 255), ...(event.referrer && { referrer: event.referrer }) },
    campaign: campaignOf(event.utm),
    library: { name: "signpost" },
  },
});

/** Returns the name that Segment's specification defines, if it defines one. */
function nameOf({ type, name }: ForwardedEvent): string {
  if (type === "click") return "Link Clicked";
  if (type === "test") return "Signpost Test";
  return name === "sale" ? "Order Completed" : name;
}

const campaignOf = ({ source, medium, campaign, term, content }: ForwardedEvent["utm"]) =>
  known({ name: campaign, source, medium, term, content });
