import { Prisma, type Webhook } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { db } from "@/lib/platform/database/db";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { encrypt } from "@/lib/platform/secrets";
import { withinLimit } from "@/lib/resources/plans/quota";
import { assertTaken } from "./address";
import { sendAllNow } from "./resend";
import type { CreateWebhook, UpdateWebhook } from "./schema";
import { resolveScope } from "./scope";
import { newSecret } from "./signature";

/** How long deliveries are also signed with the previous secret. */
const OLD_SECRET_HOURS = 24;

/** Columns of forwardings, which have their own permissions and pages: lib/resources/forwardings. */
const forwardingsOwn = ["forwarding", "site", "template", "tokenEnd"] as const;

export type ListedWebhook = Omit<Webhook, "secret" | "previousSecret" | (typeof forwardingsOwn)[number]> & {
  tag: string | null;
  waiting: number;
};

const shown = Object.keys(Prisma.WebhookScalarFieldEnum).filter(
  (name) => !/secret/i.test(name) && !forwardingsOwn.some((own) => own === name),
);
const columns = `${selectColumns(shown, "own")}, (SELECT name FROM tags WHERE id = own.tag_id) AS tag,
  (SELECT count(*)::int FROM webhook_deliveries WHERE webhook_id = own.id AND status = 'waiting') AS waiting`;

/** A page of the account's webhooks, newest first. */
export async function listWebhooks(actor: Actor, page: Page): Promise<Paged<ListedWebhook>> {
  authorize(actor, "webhooks:read");
  const list = {
    columns,
    from: "webhooks AS own",
    where: "own.user_id = $1 AND own.forwarding IS NULL",
    values: [actor.userId],
  };
  return readList<ListedWebhook>(list, page);
}

export async function getWebhook(actor: Actor, id: number): Promise<ListedWebhook> {
  authorize(actor, "webhooks:read");
  const text = `SELECT ${columns} FROM webhooks AS own WHERE own.id = $1 AND own.user_id = $2 AND own.forwarding IS NULL`;
  const [webhook] = await statement<ListedWebhook>(text, [id, actor.userId], { quick: true });
  if (!webhook) throw notFound("webhook");
  return webhook;
}

/** Creates a webhook and returns it with its secret, which cannot be read again later. */
export async function createWebhook(actor: Actor, input: CreateWebhook): Promise<{ id: number; secret: string }> {
  authorize(actor, "webhooks:write");
  assertTaken(input.url);
  const scope = await resolveScope(actor, input);
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
    where: { id, userId: actor.userId, forwarding: null },
    data: { ...input, ...(begins && { failingSince: null, retryAt: null }) },
  });
  if (count === 0) throw notFound("webhook");
  if (begins) await sendAllNow(id);
}

export async function deleteWebhook(actor: Actor, id: number): Promise<void> {
  authorize(actor, "webhooks:write");
  const { count } = await db.webhook.deleteMany({ where: { id, userId: actor.userId, forwarding: null } });
  if (count === 0) throw notFound("webhook");
}

/** Replaces the secret and returns the new one, which cannot be read again later. The old one also signs for a day. */
export async function rotateSecret(actor: Actor, id: number): Promise<string> {
  authorize(actor, "webhooks:write");
  const secret = newSecret();
  const [changed] = await statement(
    `UPDATE webhooks SET previous_secret = secret, previous_until = now() + make_interval(hours => $1), secret = $2
    WHERE id = $3 AND user_id = $4 AND forwarding IS NULL RETURNING id`,
    [OLD_SECRET_HOURS, encrypt("webhook-secret", secret), id, actor.userId],
  );
  if (!changed) throw notFound("webhook");
  return secret;
}
