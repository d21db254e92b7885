import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { hmac } from "@/lib/platform/secrets";
import { kinds } from "@/lib/resources/forwardings/kinds/all";
import type { ForwardedEvent } from "@/lib/resources/forwardings/kinds/kind";
import { writeRequest } from "@/lib/resources/forwardings/kinds/stored-request";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import type { Event } from "./body";
import { testEvent } from "./events";
import type { Forwarding } from "./hook";
import { type LinkState, linkOf } from "./state";

const DAY_MS = 86_400_000;

/**
 * Returns the request that forwards an event, in its stored form. Null if there is nothing to send: the link is gone,
 * the events are too old for the service, or a conversion's visitor has not agreed.
 */
export async function requestTextOf(
  { kind, url, site, template, userId }: Forwarding,
  event: Event & { message: string },
): Promise<string | null> {
  const { days, requestOf } = kinds[kind];
  const from = Date.now() - days * DAY_MS;
  const events = (await eventsOf(event, userId)).filter(({ at }) => at.getTime() >= from);
  return events.length > 0 ? writeRequest(requestOf(events, { url, site, template })) : null;
}

async function eventsOf(
  { type, key, at, state, message }: Event & { message: string },
  account: number,
): Promise<ForwardedEvent[]> {
  if (type === testEvent) return [{ ...empty, type: "test", id: message, at, visitor: pseudonymOf(account, "") }];
  const link = await linkFacts(Number(key.split(":")[1]));
  if (!link || state === null) return [];
  if (type === "conversion.created") return conversionOf(state as StoredConversion, link, message, account);
  const { clicks } = state as { clicks: StoredClick[] };
  // Releases without forwardings store the same clicks for all receivers, including those by bots.
  return clicks
    .filter(({ visitor }) => typeof visitor === "string")
    .map((click, place): ForwardedEvent => {
      const { at, visitor, country, language, browser, os, device, referrer, utm } = click;
      return {
        ...{ ...empty, ...link, type: "click", id: `${message}-${place}`, at: new Date(at) },
        visitor: pseudonymOf(account, visitor),
        ...{ country, language: known(language), browser: known(browser), os: known(os), device: known(device) },
        referrer: referrer === "Direct" ? null : known(referrer),
        utm: utm ?? {},
      };
    });
}

/** A click as the drain writes it: lib/clicks/postgres/webhooks.ts. */
interface StoredClick {
  at: number;
  visitor: string;
  country: string | null;
  language: string | null;
  browser: string;
  os: string;
  device: string;
  referrer: string;
  utm?: ForwardedEvent["utm"];
}

/** A row of the conversions, as JSON. */
interface StoredConversion {
  at: string;
  event: string;
  amount: number | null;
  currency: string | null;
  external_id: string | null;
  id: number;
  /** a random number that distinguishes this click from others */
  click: number | null;
  agreed: boolean;
}

type LinkFacts = Pick<ForwardedEvent, "linkId" | "shortUrl" | "destination" | "title">;

async function conversionOf(row: StoredConversion, link: LinkFacts, message: string, account: number) {
  if (env.CONSENT === "required" && !row.agreed) return [];
  const { at, event, amount, currency, external_id: externalId, click } = row;
  return [
    {
      ...{ ...empty, ...link, type: "conversion", name: event, id: message, at: new Date(at) },
      // The id of a click does not identify its visitor.
      visitor: pseudonymOf(account, click === null ? await visitorOf(row.id) : `click ${click}`),
      ...{ value: worthOf(amount, currency), currency, externalId },
    } satisfies ForwardedEvent,
  ];
}

/** The visitor of a conversion without a click, who has the same pseudonym as in clicks. JSON would round the number. */
async function visitorOf(conversion: number): Promise<string> {
  const rows = await statement<{ visitor: string | null }>("SELECT visitor::text FROM conversions WHERE id = $1", [
    conversion,
  ]);
  return rows[0]?.visitor ?? "";
}

async function linkFacts(id: number): Promise<LinkFacts | null> {
  const rows = await statement<{ state: LinkState | null }>("SELECT webhook_state('link', $1) AS state", [id]);
  const state = rows[0]?.state;
  if (!state) return null;
  const { shorturl, longurl, title } = presentLinkDetails(linkOf(state));
  return { linkId: id, shortUrl: shorturl, destination: longurl, title: title ?? "" };
}

const empty: ForwardedEvent = {
  ...{ type: "click", name: "", id: "", at: new Date(0), visitor: "" },
  ...{ linkId: 0, shortUrl: "https://example.com/", destination: "https://example.com/", title: "" },
  ...{ country: null, language: null, device: null, browser: null, os: null, referrer: null, utm: {} },
  ...{ value: null, currency: null, externalId: null },
};

/** Receivers cannot identify the visitor by this, and different accounts cannot compare their visitors. */
const pseudonymOf = (account: number, visitor: string) =>
  Buffer.from(hmac("forwarded-visitor", `${account} ${visitor}`)).toString("hex", 0, 8);

/** In whole units of the currency: 4900 of EUR is 49. */
function worthOf(amount: number | null, currency: string | null): number | null {
  if (amount === null || currency === null) return null;
  const style = { style: "currency", currency } as const;
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", style).resolvedOptions();
  return amount / 10 ** digits;
}

const known = (value: string | null) => (value === "Unknown" || value === "" ? null : value);
