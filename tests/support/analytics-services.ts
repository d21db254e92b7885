import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a service gets it. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
}

interface Answered {
  status: number;
  body: string;
  /** the events that were taken */
  // biome-ignore lint/suspicious/noExplicitAny: each service has its own form.
  events?: any[];
}

const json = (status: number, content: unknown, events?: unknown[]): Answered => ({
  ...{ status, body: JSON.stringify(content) },
  events,
});

// biome-ignore lint/suspicious/noExplicitAny: what was sent.
function parsed(body: string): any {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The token that the stand-ins take. */
export const goodToken = "AbCdEf-123456_xyz";

/** Stand-ins that check requests as the published protocols say. */
export const services = { ga4, matomo, meta, plausible, segment, url };

const gaReserved =
  /^(?:ad_|app_|firebase_|ga_|google_)|^(?:error|first_open|first_visit|session_start|user_engagement)$/;
const gaLengths: Record<string, number> = { page_title: 300, page_referrer: 420, page_location: 1_000 };

/** https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events */
function ga4({ method, url, body }: Sent): Answered {
  const { pathname, searchParams } = new URL(url, "http://ga");
  const isDebug = pathname === "/debug/mp/collect";
  if (method !== "POST" || (pathname !== "/mp/collect" && !isDebug)) return { status: 404, body: "" };
  const content = parsed(body);
  const wrong: { fieldPath: string; description: string; validationCode: string }[] = [];
  const say = (fieldPath: string, validationCode: string) =>
    wrong.push({ fieldPath, description: `${fieldPath} is wrong`, validationCode });
  if (!searchParams.get("measurement_id")) say("measurement_id", "VALUE_REQUIRED");
  if (typeof content?.client_id !== "string" || content.client_id === "") say("client_id", "VALUE_REQUIRED");
  const events: { name: string; params?: Record<string, unknown> }[] = content?.events ?? [];
  if (events.length === 0) say("events", "VALUE_REQUIRED");
  if (events.length > 25) say("events", "EXCEEDED_MAX_ENTITIES");
  for (const { name, params = {} } of events) {
    if (!/^[A-Za-z]\w{0,39}$/.test(name)) say("events", "NAME_INVALID");
    if (gaReserved.test(name)) say("events", "NAME_RESERVED");
    if (Object.keys(params).length > 25) say("events.params", "EXCEEDED_MAX_ENTITIES");
    for (const [key, value] of Object.entries(params)) {
      if (!/^[A-Za-z]\w{0,39}$/.test(key)) say(`events.params.${key}`, "NAME_INVALID");
      if (String(value).length > (gaLengths[key] ?? 100)) say(`events.params.${key}`, "VALUE_OUT_OF_BOUNDS");
    }
    if (name === "purchase" && params.transaction_id === undefined)
      say("events.params.transaction_id", "VALUE_REQUIRED");
  }
  if (isDebug) return json(200, { validationMessages: wrong }, wrong.length === 0 ? events : []);
  // Google takes everything. A test server that accepts the same would find no mistake.
  const isGood = wrong.length === 0 && searchParams.get("api_secret") === goodToken;
  return isGood ? { status: 204, body: "", events } : json(400, wrong);
}

const actionSources = ["email", "website", "app", "phone_call", "chat", "physical_store", "system_generated", "other"];
const hashed = ["em", "ph", "external_id", "country", "fn", "ln"];

/** https://developers.facebook.com/docs/marketing-api/conversions-api/parameters */
function meta({ method, url, body }: Sent): Answered {
  const { pathname, searchParams } = new URL(url, "http://graph");
  const fail = (code: number, message: string, status = 400) =>
    json(status, { error: { message, type: "OAuthException", code, fbtrace_id: "AbC" } });
  if (method !== "POST" || !/^\/v\d+\.\d\/\d+\/events$/.test(pathname)) return fail(2500, "Unknown path components");
  if (searchParams.get("access_token") !== goodToken) return fail(190, "Invalid OAuth access token data.", 401);
  const events = parsed(body)?.data;
  if (!Array.isArray(events) || events.length === 0 || events.length > 1_000) return fail(100, "Invalid parameter");
  for (const { event_name, event_time, action_source, user_data, custom_data, ...event } of events) {
    const age = Date.now() / 1_000 - event_time;
    if (!event_name || !Number.isInteger(event_time) || age > 7 * 86_400 || age < -60) return fail(100, "event_time");
    if (!actionSources.includes(action_source)) return fail(100, "action_source");
    if (action_source === "website" && !(user_data.client_user_agent && event.event_source_url))
      return fail(100, "client_user_agent");
    if (Object.keys(user_data ?? {}).length === 0) return fail(100, "You haven't added sufficient customer parameter");
    for (const field of hashed)
      for (const value of [user_data[field] ?? []].flat())
        if (value !== null && !/^[0-9a-f]{64}$/.test(value)) return fail(100, `${field} must be hashed`);
    if (event_name === "Purchase" && !(custom_data?.currency && Number(custom_data.value) >= 0))
      return fail(100, "Missing value or currency");
  }
  return json(200, { events_received: events.length, messages: [], fbtrace_id: "AbC" }, events);
}

/** https://developer.matomo.org/api-reference/tracking-api */
function matomo({ method, url, body }: Sent): Answered {
  if (method !== "POST" || !url.endsWith("/matomo.php")) return { status: 404, body: "" };
  const { requests = [], token_auth } = parsed(body) ?? {};
  const good = (requests as string[]).map((query) => Object.fromEntries(new URLSearchParams(query.replace(/^\?/, ""))));
  const invalid = good.filter(({ idsite, rec, url: page, _id, cid, cdt, country }) => {
    const isIdWrong = [_id, cid].some((id) => id !== undefined && !/^[0-9a-f]{16}$/.test(id));
    const isLate = cdt !== undefined && Number(cdt) < Date.now() / 1_000 - 86_400;
    const isRefused = (isLate || country !== undefined) && token_auth !== goodToken;
    return !/^\d+$/.test(idsite ?? "") || rec !== "1" || !page || isIdWrong || isRefused;
  });
  if (good.length === 0) return json(400, { status: "error", tracked: 0, invalid: 0 });
  if (token_auth !== goodToken && invalid.length > 0)
    return json(401, { status: "error", tracked: 0, message: "token_auth" });
  const tracked = good.filter((one) => !invalid.includes(one));
  return json(200, { status: "success", tracked: tracked.length, invalid: invalid.length }, tracked);
}

/** https://plausible.io/docs/events-api */
function plausible({ method, url, headers, body }: Sent): Answered {
  if (method !== "POST" || url !== "/api/event") return { status: 404, body: "" };
  const content = parsed(body);
  const errors: Record<string, string[]> = {};
  for (const field of ["name", "domain", "url"]) if (!content?.[field]) errors[field] = ["can't be blank"];
  if ((content?.url?.length ?? 0) > 2_000) errors.url = ["is too long"];
  if (Object.keys(content?.props ?? {}).length > 30) errors.props = ["has too many"];
  if (Object.values(content?.props ?? {}).some((value) => typeof value === "object")) errors.props = ["are no texts"];
  if (content?.revenue && !/^[A-Z]{3}$/.test(content.revenue.currency)) errors.revenue = ["has no currency"];
  if (!headers["user-agent"]) errors.user_agent = ["is missing"];
  if (Object.keys(errors).length > 0) return json(400, { errors });
  return { status: 202, body: "ok", events: [{ ...content, address: headers["x-forwarded-for"] }] };
}

/** https://www.twilio.com/docs/segment/connections/sources/catalog/libraries/server/http-api */
function segment({ method, url, headers, body }: Sent): Answered {
  if (method !== "POST" || url !== "/v1/batch") return { status: 404, body: "" };
  const [user, password] = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64")
    .toString()
    .split(":");
  if (user !== goodToken || password !== "") return json(401, { success: false, message: "invalid write key" });
  const batch = parsed(body)?.batch;
  const isTooLarge = (text: string, limit: number) => Buffer.byteLength(text) > limit * 1_024;
  if (!Array.isArray(batch) || isTooLarge(body, 500)) return json(400, { success: false });
  for (const event of batch)
    if (isTooLarge(JSON.stringify(event), 32) || !(event.userId || event.anonymousId))
      return json(400, { success: false });
  if (batch.some(({ type, event }) => type === "track" && !event)) return json(400, { success: false });
  return json(200, { success: true }, batch);
}

/** Takes anything, with the token in the query. */
function url({ method, url: address, body }: Sent): Answered {
  const query = Object.fromEntries(new URL(address, "http://url").searchParams);
  if (query.key !== goodToken) return { status: 401, body: "no" };
  return { status: 200, body: "", events: [method === "GET" ? query : { ...query, ...parsed(body) }] };
}

/** A server that answers as one of the services, and keeps what it has taken. */
export async function startService(kind: keyof typeof services, port = 0) {
  // biome-ignore lint/suspicious/noExplicitAny: each service has its own form.
  const taken: any[] = [];
  const refused: Answered[] = [];
  const requests: Sent[] = [];
  const state = { isDown: false };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: address = "", headers } = request;
      const sent: Sent = {
        ...{ method, url: address, body: Buffer.concat(chunks).toString() },
        headers: headers as Sent["headers"],
      };
      requests.push(sent);
      if (state.isDown) return response.writeHead(503).end();
      const answer = services[kind](sent);
      if (answer.events) taken.push(...answer.events);
      else refused.push(answer);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ taken, refused, requests, state },
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

export type Service = Awaited<ReturnType<typeof startService>>;
