import type { WebhookDelivery } from "@/generated/prisma/client";
import { notFound, refusedField } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { parseTimestamp } from "@/lib/contract/timestamp";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { showRequest } from "@/lib/resources/forwardings/kinds/stored-request";
import { testEvent } from "./events";
import { AS_NEW } from "./resend";
import type { Redeliver } from "./schema";

// The deliveries of a webhook or forwarding. Callers have checked the permission, and that it is the account's.

const shown = [
  "message",
  "type",
  "key",
  "status",
  "attempts",
  "nextAt",
  "triedAt",
  "ms",
  "answerStatus",
  "answer",
  "problem",
  "body",
  "at",
] as const satisfies (keyof WebhookDelivery)[];

export type Delivery = Pick<WebhookDelivery, (typeof shown)[number]> & { id: number };

const columns = `own.id::float8 AS id, ${selectColumns([...shown], "own")}`;

/** The requests of forwardings are stored with places for the token. */
const forPeople = (delivery: Delivery): Delivery => ({
  ...delivery,
  body: delivery.body && showRequest(delivery.body),
});

export async function readDeliveries(id: number, page: Page): Promise<Paged<Delivery>> {
  const list = {
    columns,
    from: "webhook_deliveries AS own",
    where: "own.webhook_id = $1",
    values: [id],
    ...{ keys: ["own.id"], order: "id DESC" },
  };
  const { rows, ...rest } = await readList<Delivery>(list, page);
  return { ...rest, rows: rows.map(forPeople) };
}

export async function readDelivery(id: number, delivery: number): Promise<Delivery | undefined> {
  const [found] = await statement<Delivery>(
    `SELECT ${columns} FROM webhook_deliveries AS own WHERE own.webhook_id = $1 AND own.id = $2`,
    [id, delivery],
    { quick: true },
  );
  return found && forPeople(found);
}

/** Returns the id of the test's delivery. */
export async function addTest(id: number): Promise<number> {
  const rows = await statement<{ id: number }>(
    `WITH made AS (
       INSERT INTO webhook_deliveries (webhook_id, type, key, state) VALUES ($1, $2, 'test:0', '{"test": true}') RETURNING id
     )
     SELECT id::float8 AS id, add_job('webhooks', $1) FROM made`,
    [id, testEvent],
  );
  return rows[0]?.id ?? 0;
}

/** Sends the requested deliveries again, or all failed ones. Returns how many. */
export async function resend(id: number, { deliveryid, from, to }: Redeliver): Promise<number> {
  if (deliveryid && (from || to)) throw refusedField("deliveryid", "not_together", { other: from ? "from" : "to" });
  const isNamed = Boolean(deliveryid || from || to);
  const again = await statement(
    `UPDATE webhook_deliveries SET status = 'waiting', ${AS_NEW}
     WHERE webhook_id = $1 AND ($2::bigint IS NULL OR id = $2) AND ($5 OR status = 'failed')
       AND ($3::timestamptz IS NULL OR at >= $3) AND ($4::timestamptz IS NULL OR at < $4::timestamptz + interval '1 second')
     RETURNING id`,
    [id, deliveryid ?? null, from ? parseTimestamp(from) : null, to ? parseTimestamp(to) : null, isNamed],
  );
  if (deliveryid && again.length === 0) throw notFound("delivery");
  await statement("SELECT add_job('webhooks', $1)", [id]);
  return again.length;
}
