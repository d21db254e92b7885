import { baseOf, clip, clipUrl, type ForwardedEvent, isOk, isUnauthorized, type Kind, known, postJson } from "./kind";

// Segment's HTTP Tracking API: https://www.twilio.com/docs/segment/connections/sources/catalog/libraries/server/http-api

/** The write key is the user name of basic authentication. An event may have 32 KB and a request 500 KB. */
export const segment: Kind = {
  url: "https://api.segment.io",
  site: null,
  token: "required",
  days: 30,
  requestOf: (events, { url }) =>
    postJson(`${baseOf(url)}/v1/batch`, { batch: events.map(eventOf) }, { authorization: "Basic {basic}" }),
  // It answers 200 to all but requests that are too large or no JSON.
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
    // Without it, Segment would take the address of this server for that of the visitor.
    ip: "0.0.0.0",
    locale: event.language ?? undefined,
    page: { url: event.shortUrl, title: clip(event.title, 255), ...(event.referrer && { referrer: event.referrer }) },
    campaign: campaignOf(event.utm),
    library: { name: "signpost" },
  },
});

/** Names of Segment's specification, where it has one. */
function nameOf({ type, name }: ForwardedEvent): string {
  if (type === "click") return "Link Clicked";
  if (type === "test") return "Signpost Test";
  return name === "sale" ? "Order Completed" : name;
}

const campaignOf = ({ source, medium, campaign, term, content }: ForwardedEvent["utm"]) =>
  known({ name: campaign, source, medium, term, content });
