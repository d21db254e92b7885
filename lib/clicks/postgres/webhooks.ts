import type { Client } from "pg";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { clicksPerRequest, type ForwardingKind } from "@/lib/contract/forwarding-kinds";
import { readableHost } from "@/lib/contract/readable-url";

/** One event reports at most this many visits of a link or QR code, from at most this many seconds. */
const MOST_TOGETHER = 100;
const TOGETHER_SECONDS = 5;
/** How many clicks of a link are forwarded at the same time to a service that accepts one click per request. */
const LANES = 8;

interface Watcher {
  hook: number;
  /** null for a webhook */
  forwarding: ForwardingKind | null;
  subject: Watched;
  id: number;
}

const types = { link: "link.clicked", qr: "qr.scanned", bio: "bio.clicked" };

type Watched = keyof typeof types;

const isWatched = (subject: string): subject is Watched => Object.hasOwn(types, subject);

/**
 * Writes visits of people and bots to the outbox of the webhooks that subscribe to them, once each, in the transaction
 * that moves the journal's offset. They go to an event that is still open, or to a new one (`claim` of
 * lib/resources/webhooks/send.ts closes it). Forwardings get only clicks of people who allow it. If no account has such
 * a webhook or forwarding, this costs one query of a small table.
 */
export async function storeWebhookVisits(client: Client, clicks: EnrichedClick[]): Promise<void> {
  const { rows } = await client.query("select from webhooks where events && $1 limit 1", [Object.values(types)]);
  if (rows.length === 0) return;
  const visits = bySubject(clicks);
  const hooks = new Set<number>();
  for (const { hook, forwarding, subject, id } of await watchersOf(client, [...visits.keys()])) {
    const own = visits.get(`${subject}:${id}`) ?? [];
    const to = { hook, key: `${subject}:${id}`, type: types[subject] };
    const stored = forwarding
      ? await storeForwarded(client, to, own, clicksPerRequest[forwarding])
      : await storeVisits(client, to, visitsOf(own, subject), MOST_TOGETHER);
    if (stored) hooks.add(hook);
  }
  if (hooks.size > 0)
    await client.query(
      "select add_job('webhooks', id, now() + make_interval(secs => $2)) from unnest($1::int[]) as id",
      [[...hooks], TOGETHER_SECONDS],
    );
}

function bySubject(clicks: EnrichedClick[]): Map<string, EnrichedClick[]> {
  const visits = new Map<string, EnrichedClick[]>();
  for (const click of clicks) {
    for (const { subject, id } of click.subjects) {
      if (!isWatched(subject)) continue;
      const key = `${subject}:${id}`;
      const known = visits.get(key);
      if (known) known.push(click);
      else visits.set(key, [click]);
    }
  }
  return visits;
}

const visitsOf = (clicks: EnrichedClick[], about: Watched) => clicks.map((click) => visitOf(click, about));

/** A visit as it appears in events. Nothing in it identifies a person. */
const visitOf = (
  { at, class: kind, country, device, referrer, variant, subjects, bioBlock }: EnrichedClick,
  about: Watched,
) => ({
  date: new Date(at).toISOString(),
  class: kind ?? "person",
  country,
  device: device || null,
  referrer: readableHost(referrer) || null,
  variant: variant ?? null,
  qr: subjects.find(({ subject }) => subject === "qr")?.id ?? null,
  ...(about === "bio" && { block: bioBlock ?? null }),
});

/** A click with the fields that lib/resources/webhooks/forwarded-events.ts reads. */
const forwardedOf = ({ at, visitor, country, language, browser, os, device, referrer, utm }: EnrichedClick) => ({
  ...{ at, visitor, country, language, browser, os, device, referrer, utm },
});

/** Stores the clicks that may be forwarded. Returns whether there were any. */
async function storeForwarded(client: Client, to: Receiver, clicks: EnrichedClick[], together: number) {
  const visits = clicks.flatMap((click) => (click.class === null && click.mayForward ? forwardedOf(click) : []));
  if (visits.length === 0) return false;
  if (together > 1) return storeVisits(client, to, visits, together);
  // Clicks with the same key are sent one after the other.
  await client.query(
    `insert into webhook_deliveries (webhook_id, key, type, state)
     select $1, $2::text || ':' || (place % $5::int), $3, jsonb_build_object('clicks', jsonb_build_array(visit))
     from jsonb_array_elements($4::jsonb) with ordinality as sent (visit, place) order by place`,
    [to.hook, to.key, to.type, JSON.stringify(visits), LANES],
  );
  return true;
}

/** In a fixed order, so that two writers cannot deadlock. */
async function watchersOf(client: Client, keys: string[]): Promise<Watcher[]> {
  const ids = (subject: string) =>
    keys.flatMap((key) => (key.startsWith(`${subject}:`) ? Number(key.slice(subject.length + 1)) : []));
  const { rows } = await client.query<Watcher>(
    `select hook, forwarding, subject, visited.id from (
       select 'link' as subject, id, user_id from links where id = any($1::int[])
       union all select 'qr', id, user_id from qr_codes where id = any($2::int[])
       union all select 'bio', id, user_id from bio_pages where id = any($3::int[])
     ) as visited cross join lateral webhooks_for(user_id, $4::jsonb ->> subject, case subject when 'link' then id end) as hook
       join webhooks on webhooks.id = hook
     where visited.user_id in (select user_id from webhooks where events && $5)
     order by hook, subject, visited.id`,
    [ids("link"), ids("qr"), ids("bio"), types, Object.values(types)],
  );
  return rows;
}

interface Receiver {
  hook: number;
  key: string;
  type: string;
}

async function storeVisits(client: Client, to: Receiver, visits: object[], together: number): Promise<true> {
  const left = await addToWaitingEvent(client, to, visits, together);
  for (let from = 0; from < left.length; from += together) {
    const clicks = left.slice(from, from + together);
    await client.query(
      `insert into webhook_deliveries (webhook_id, key, type, state, next_at)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [to.hook, to.key, to.type, JSON.stringify({ clicks }), clicks.length < together ? TOGETHER_SECONDS : 0],
    );
  }
  return true;
}

/** Adds as many visits as fit to the event that is still open. Returns the others. */
async function addToWaitingEvent(client: Client, { hook, key, type }: Receiver, visits: object[], together: number) {
  const { rows } = await client.query<{ id: string; room: number }>(
    `select id, $4 - jsonb_array_length(state->'clicks') as room from webhook_deliveries
     where webhook_id = $1 and key = $2 and type = $3 and status = 'waiting' and attempts = 0 and next_at > now()
       and state is not null order by id desc limit 1 for update skip locked`,
    [hook, key, type, together],
  );
  const [open] = rows;
  const room = Math.min(open?.room ?? 0, visits.length);
  if (!open || room <= 0) return visits;
  await client.query(
    "update webhook_deliveries set state = jsonb_set(state, '{clicks}', (state->'clicks') || $2::jsonb) where id = $1",
    [open.id, JSON.stringify(visits.slice(0, room))],
  );
  return visits.slice(room);
}
