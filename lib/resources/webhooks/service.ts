import { Prisma, type Webhook } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { encrypt } from "@/lib/auth/secrets";
import { notFound, refusedField } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { assertFetchable, FetchError } from "@/lib/platform/guarded-fetch";
import { pool } from "@/lib/platform/pool";
import { columnsOf, readList, readRows } from "@/lib/platform/rows";
import { deleteOwnedRow } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import { foldTag } from "@/lib/resources/tags/names";
import { sendAllNow } from "./resend";
import type { CreateWebhook, UpdateWebhook } from "./schema";
import { newSecret } from "./signature";

/** How long deliveries are also signed with the previous secret. */
const OLD_SECRET_HOURS = 24;

export type ListedWebhook = Omit<Webhook, "secret" | "previousSecret"> & { tag: string | null; waiting: number };

const shown = Object.keys(Prisma.WebhookScalarFieldEnum).filter((name) => !/secret/i.test(name));
const columns = `${columnsOf(shown, "own")}, (SELECT name FROM tags WHERE id = own.tag_id) AS tag,
  (SELECT count(*)::int FROM webhook_deliveries WHERE webhook_id = own.id AND status = 'waiting') AS waiting`;

/** A page of the account's webhooks, newest first. */
export async function listWebhooks(actor: Actor, page: Page): Promise<Paged<ListedWebhook>> {
  authorize(actor, "webhooks:read");
  const list = { columns, from: "webhooks AS own", where: "own.user_id = $1", values: [actor.userId] };
  return readList<ListedWebhook>(list, page);
}

export async function getWebhook(actor: Actor, id: number): Promise<ListedWebhook> {
  authorize(actor, "webhooks:read");
  const text = `SELECT ${columns} FROM webhooks AS own WHERE own.id = $1 AND own.user_id = $2`;
  const [webhook] = await readRows<ListedWebhook>(text, [id, actor.userId]);
  if (!webhook) throw notFound("webhook");
  return webhook;
}

/** Creates a webhook and returns it with its secret, which cannot be read again later. */
export async function createWebhook(actor: Actor, input: CreateWebhook): Promise<{ id: number; secret: string }> {
  authorize(actor, "webhooks:write");
  assertTaken(input.url);
  const scope = await scopeOf(actor, input);
  const secret = newSecret();
  const { url, events, name } = input;
  const data = { ...scope, url, events, name, secret: encrypt("webhook-secret", secret), userId: actor.userId };
  const { id } = await withinLimit(actor, "webhooks", (tx) => tx.webhook.create({ data }));
  return { id, secret };
}

/** Changes the fields that are sent. A webhook that becomes active sends its waiting deliveries, in order. */
export async function updateWebhook(actor: Actor, id: number, input: UpdateWebhook): Promise<void> {
  authorize(actor, "webhooks:write");
  if (input.url !== undefined) assertTaken(input.url);
  const begins = input.status === "active";
  const { count } = await db.webhook.updateMany({
    where: { id, userId: actor.userId },
    data: { ...input, ...(begins && { failingSince: null, retryAt: null }) },
  });
  if (count === 0) throw notFound("webhook");
  if (begins) await sendAllNow(id);
}

export const deleteWebhook = (actor: Actor, id: number) => deleteOwnedRow(db.webhook, actor, id, "webhook");

/** Replaces the secret and returns the new one, which cannot be read again later. The old one also signs for a day. */
export async function rotateSecret(actor: Actor, id: number): Promise<string> {
  authorize(actor, "webhooks:write");
  const secret = newSecret();
  const changed = await db.$executeRaw`
    UPDATE webhooks SET previous_secret = secret, previous_until = now() + make_interval(hours => ${OLD_SECRET_HOURS}),
      secret = ${encrypt("webhook-secret", secret)} WHERE id = ${id} AND user_id = ${actor.userId}`;
  if (changed === 0) throw notFound("webhook");
  return secret;
}

/** Refuses an address that deliveries cannot be sent to. */
function assertTaken(url: string): void {
  if (!url.startsWith("https:") && env.ALLOW_PRIVATE_FETCH !== "1") throw refusedField("url", "webhook_not_https");
  try {
    assertFetchable(url);
  } catch (error) {
    throw error instanceof FetchError && error.code === "fetch_not_public" ? refusedField("url", error.code) : error;
  }
}

/** Returns the links that the webhook is limited to. They must belong to the account. */
async function scopeOf({ userId }: Actor, { linkid, campaignid, tag }: CreateWebhook) {
  const [one, other] = Object.entries({ linkid, campaignid, tag }).flatMap(([name, value]) => (value ? name : []));
  if (one && other) throw refusedField(other, "not_together", { other: one });
  const linkId =
    linkid && (await ownId("link", "linkid", "SELECT id FROM links WHERE id = $2 AND user_id = $1", userId, linkid));
  const campaignId =
    campaignid &&
    (await ownId(
      "campaign",
      "campaignid",
      "SELECT id FROM campaigns WHERE id = $2 AND user_id = $1",
      userId,
      campaignid,
    ));
  const tagId =
    tag &&
    (await ownId("tag", "tag", "SELECT id FROM tags WHERE user_id = $1 AND name_folded = $2", userId, foldTag(tag)));
  return { linkId: linkId || null, campaignId: campaignId || null, tagId: tagId || null };
}

async function ownId(
  what: "link" | "campaign" | "tag",
  field: string,
  text: string,
  ...values: unknown[]
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(text, values);
  if (!rows[0]) throw refusedField(field, "not_yours", { what });
  return rows[0].id;
}
