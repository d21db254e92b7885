import {
  addressWithUtm,
  baseOf,
  type ForwardedEvent,
  isOk,
  isUnauthorized,
  type Kind,
  known,
  postJson,
  TOKEN,
} from "./kind";

// Matomo's Tracking HTTP API, as bulk requests: https://developer.matomo.org/api-reference/tracking-api

/** A token is required: without one, Matomo does not accept the time and country of a visit. */
export const matomo: Kind = {
  url: null,
  site: /^[1-9]\d{0,9}$/,
  token: "required",
  days: 30,
  requestOf(events, { url, site }) {
    const requests = events.map((event) => `?${new URLSearchParams(parametersOf(event, site))}`);
    const request = postJson(/\.php$/.test(url) ? url : `${baseOf(url)}/matomo.php`, {});
    return { ...request, body: `{"requests":${JSON.stringify(requests)},"token_auth":"${TOKEN}"}` };
  },
  // {"status":"success","tracked":2,"invalid":0}
  accepts: (status, answer) =>
    isOk(status) && /"status":\s*"success"/.test(answer) && !/"invalid":\s*[1-9]/.test(answer),
  refusesToken: (status, answer) => isUnauthorized(status) || (!isOk(status) && answer.includes("token_auth")),
};

function parametersOf(event: ForwardedEvent, site: string): Record<string, string> {
  const { type, name, at, visitor, country, language, referrer, title, shortUrl, value } = event;
  const action = { click: {}, test: { e_c: "Signpost", e_a: "test" }, conversion: { e_c: "Conversion", e_a: name } };
  return known({
    ...{ idsite: site, rec: "1", apiv: "1", send_image: "0" },
    url: addressWithUtm(event),
    action_name: title || shortUrl,
    // `_id` identifies the visitor. `cid` stops Matomo from merging visitors when it knows little about them.
    ...{ _id: visitor, cid: visitor },
    cdt: String(Math.floor(at.getTime() / 1_000)),
    urlref: referrer && `https://${referrer}/`,
    lang: language,
    country: country?.toLowerCase(),
    ...action[type],
    ...(type === "conversion" && { e_n: event.externalId, e_v: value === null ? null : String(value) }),
    rand: event.id,
  }) as Record<string, string>;
}
