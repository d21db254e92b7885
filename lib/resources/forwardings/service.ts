import type { Webhook } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { notFound, refusedField } from "@/lib/contract/errors";
import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";
import type { Page, Paged } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { isSameOrigin } from "@/lib/contract/url";
import { db } from "@/lib/platform/database/db";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { encrypt } from "@/lib/platform/secrets";
import { kinds } from "@/lib/resources/forwardings/kinds/all";
import { placeholderNames } from "@/lib/resources/forwardings/kinds/placeholder-names";
import { hasFixedHost, isJsonTemplate, unknownPlaceholder } from "@/lib/resources/forwardings/kinds/url";
import { withinLimit } from "@/lib/resources/plans/quota";
import { assertTaken } from "@/lib/resources/webhooks/address";
import { sendAllNow } from "@/lib/resources/webhooks/resend";
import { resolveScope } from "@/lib/resources/webhooks/scope";
import { type CreateForwarding, forwardedEvents, type UpdateForwarding } from "./schema";

/** The settings of a forwarding, stored or sent. */
interface Settings {
  kind: ForwardingKind;
  url?: string;
  site?: string;
  body?: string;
  hasToken: boolean;
}

const siteExamples: Partial<Record<ForwardingKind, string>> = {
  ga4: "G-ABC123DEF4",
  matomo: "1",
  meta: "123456789012345",
  plausible: "example.com",
};

/** Refuses settings with which the service would reject every event. Returns the address. */
function checkSettings({ kind, url, site, body, hasToken }: Settings): string {
  const { url: usual, site: pattern, token } = kinds[kind];
  const address = url ?? usual;
  if (!address) throw refusedField("url", "required");
  assertTaken(address);
  if (pattern && !site) throw refusedField("site", "required");
  if (pattern && !pattern.test(site ?? ""))
    throw refusedField("site", "forwarding_site_invalid", { example: siteExamples[kind] ?? "" });
  if (token === "required" && !hasToken) throw refusedField("token", "required");
  const unused = { site: !pattern && site, token: token === "none" && hasToken, body: kind !== "url" && body };
  for (const [field, isUnused] of Object.entries(unused))
    if (isUnused) throw refusedField(field, "forwarding_unused", { kind });
  if (kind === "url") checkTemplates(address, body);
  return address;
}

function checkTemplates(url: string, body: string | undefined): void {
  if (!hasFixedHost(url)) throw refusedField("url", "forwarding_host_changes");
  for (const [field, template] of Object.entries({ url, body })) {
    const name = template && unknownPlaceholder(template);
    if (name) throw refusedField(field, "forwarding_placeholder_unknown", { name, known: placeholderNames.join(", ") });
  }
  if (body && !isJsonTemplate(body)) throw refusedField("body", "forwarding_body_invalid");
}

/** Returns the part of a token that is shown. The end of a short token would reveal too much. */
const shownEnd = (token: string) => (token ? `…${token.length < 12 ? "" : token.slice(-4)}` : "");

// A forwarding is a row of the table of webhooks, because both receive the same events from one outbox.

const shown = [
  ...["id", "name", "url", "site", "template", "tokenEnd", "events", "linkId", "campaignId", "tagId"],
  ...["status", "failingSince", "createdAt"],
] as (keyof Webhook)[];

export type ListedForwarding = Omit<Webhook, "secret" | "previousSecret" | "forwarding"> & {
  kind: ForwardingKind;
  tag: string | null;
  waiting: number;
  /** whether the service has refused the token for a waiting delivery */
  isRefused: boolean;
};

/** Returns why Signpost has paused the forwarding; null if it has not. */
export function forwardingProblem({
  status,
  isRefused,
}: Pick<ListedForwarding, "status" | "isRefused">): RefusalCode | null {
  if (status !== "failing") return null;
  return isRefused ? "forwarding_token_refused" : "forwarding_unreachable";
}

const columns = `${selectColumns(shown, "own")}, own.forwarding AS kind,
  (SELECT name FROM tags WHERE id = own.tag_id) AS tag,
  (SELECT count(*)::int FROM webhook_deliveries WHERE webhook_id = own.id AND status = 'waiting') AS waiting,
  EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = own.id
    AND status = 'waiting' AND problem = 'forwarding_token_refused') AS "isRefused"`;

/** A page of the account's forwardings, newest first. */
export async function listForwardings(actor: Actor, page: Page): Promise<Paged<ListedForwarding>> {
  authorize(actor, "forwardings:read");
  const where = "own.user_id = $1 AND own.forwarding IS NOT NULL";
  return readList<ListedForwarding>({ columns, from: "webhooks AS own", where, values: [actor.userId] }, page);
}

export async function getForwarding(actor: Actor, id: number): Promise<ListedForwarding> {
  authorize(actor, "forwardings:read");
  const [forwarding] = await statement<ListedForwarding>(
    `SELECT ${columns} FROM webhooks AS own WHERE own.id = $1 AND own.user_id = $2 AND own.forwarding IS NOT NULL`,
    [id, actor.userId],
    { quick: true },
  );
  if (!forwarding) throw notFound("forwarding");
  return forwarding;
}

/** Returns the id of a new forwarding. */
export async function createForwarding(actor: Actor, input: CreateForwarding): Promise<number> {
  authorize(actor, "forwardings:write");
  const { kind, name, site, token = "", body, events } = input;
  const url = checkSettings({ ...input, hasToken: token !== "" });
  const scope = await resolveScope(actor, input);
  const data = {
    ...{ ...scope, url, name, site, template: body, forwarding: kind, userId: actor.userId },
    ...{ events: events.map((event) => forwardedEvents[event]), ...sealed(token) },
  };
  const { id } = await withinLimit(actor, "forwardings", (tx) => tx.webhook.create({ data }));
  return id;
}

const sealed = (token: string) => ({ secret: encrypt("forwarding-token", token), tokenEnd: shownEnd(token) });

/**
 * Changes the fields that are sent. If it becomes active, or gets a new token after the old one was refused, waiting
 * deliveries are sent.
 */
export async function updateForwarding(actor: Actor, id: number, input: UpdateForwarding): Promise<void> {
  authorize(actor, "forwardings:write");
  const before = await getForwarding(actor, id);
  const { token, body, events, name, url, site, status } = input;
  const template = body === null ? "" : body;
  checkSettings({
    ...{ kind: before.kind, url: url ?? before.url, site: site ?? before.site },
    ...{ body: template ?? before.template, hasToken: Boolean(token || before.tokenEnd) },
  });
  if (url !== undefined && !token && before.tokenEnd && !isSameOrigin(url, before.url))
    throw refusedField("token", "forwarding_token_again");
  const begins = status === "active" || (token !== undefined && before.status === "failing" && status === undefined);
  const { count } = await db.webhook.updateMany({
    // Someone else may have changed the host and the token since they were compared.
    where: {
      id,
      userId: actor.userId,
      forwarding: before.kind,
      ...(url !== undefined && !token && { url: before.url }),
    },
    data: {
      ...{ name, url, site, template, status: begins ? "active" : status },
      ...(events && { events: events.map((event) => forwardedEvents[event]) }),
      ...(token && sealed(token)),
      ...(begins && { failingSince: null, retryAt: null }),
    },
  });
  if (count === 0) return updateForwarding(actor, id, input);
  if (begins) await sendAllNow(id);
}

export async function deleteForwarding(actor: Actor, id: number): Promise<void> {
  authorize(actor, "forwardings:write");
  const { count } = await db.webhook.deleteMany({ where: { id, userId: actor.userId, forwarding: { not: null } } });
  if (count === 0) throw notFound("forwarding");
}
