import { baseOf, clip, type ForwardedEvent, isOk, isUnauthorized, type Kind, known, postJson, TOKEN } from "./kind";

// The Measurement Protocol of Google Analytics 4:
// https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
// https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events

/** Names and prefixes that the protocol reserves. */
const RESERVED =
  /^(?:_|ga_|google_|gtag\.|firebase_|app_(?:clear_data|exception|install|remove|store_refund|store_subscription_\w+|update)$|ad_\w+$|(?:first_open|first_visit|in_app_purchase|session_start|user_engagement|error|click|scroll|video_\w+|file_download|form_start|form_submit|view_search_results|adunit_exposure|dynamic_link_\w+|notification_\w+|os_update|screen_view)$)/;

const DEVICES: Record<string, string> = { Desktop: "desktop", Mobile: "mobile", Tablet: "tablet", TV: "smart tv" };

/**
 * A request has one client, so it contains one event. The protocol allows 25 events, with 25 parameters of 100
 * characters.
 */
export const ga4: Kind = {
  url: "https://www.google-analytics.com",
  site: /^G-[A-Z0-9]{4,20}$/,
  token: "required",
  // Events can be backdated by up to 72 hours.
  days: 3,
  requestOf([event], { url, site }) {
    if (!event) throw new Error("a request has one event");
    // The validation server reports what is wrong with an event. The production server accepts everything.
    const path = event.type === "test" ? "debug/mp/collect" : "mp/collect";
    const { at, visitor, country, language, device, browser, os } = event;
    return postJson(`${baseOf(url)}/${path}?measurement_id=${encodeURIComponent(site)}&api_secret=${TOKEN}`, {
      client_id: visitor,
      timestamp_micros: at.getTime() * 1_000,
      // Visitors were not asked to agree to advertising.
      consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
      ...(country && { user_location: { country_id: country } }),
      device: known({ category: DEVICES[device ?? ""], language, operating_system: os, browser }),
      events: [{ name: nameOf(event), params: parametersOf(event) }],
    });
  },
  // The production server responds with 204, the validation server with 200 and an empty list.
  accepts: (status, answer) =>
    isOk(status) && (!answer.includes("validationMessages") || /"validationMessages":\s*\[\s*\]/.test(answer)),
  refusesToken: isUnauthorized,
};

function nameOf({ type, name }: ForwardedEvent): string {
  if (type !== "conversion") return type === "test" ? "signpost_test" : "link_click";
  if (name === "sale") return "purchase";
  if (name === "lead") return "generate_lead";
  const plain = name.replaceAll("-", "_");
  return clip(RESERVED.test(plain) ? `signpost_${plain}` : plain, 40);
}

const parametersOf = ({ at, utm, referrer, value, currency, externalId, shortUrl, title, ...event }: ForwardedEvent) =>
  known({
    // Without these two, an event is not shown in reports such as Realtime.
    session_id: String(Math.floor(at.getTime() / 1_000)),
    engagement_time_msec: 1,
    page_location: clip(shortUrl, 1_000),
    page_title: clip(title, 300),
    page_referrer: referrer && `https://${clip(referrer, 400)}/`,
    link_id: String(event.linkId),
    link_url: clip(event.destination, 100),
    source: clip(utm.source ?? "", 100),
    medium: clip(utm.medium ?? "", 100),
    campaign: clip(utm.campaign ?? "", 100),
    term: clip(utm.term ?? "", 100),
    content: clip(utm.content ?? "", 100),
    value,
    currency,
    transaction_id: event.type === "conversion" ? clip(externalId ?? event.id, 100) : null,
  });
