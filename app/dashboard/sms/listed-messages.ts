import { getLocale } from "next-intl/server";
import type { MessageRow } from "@/components/sms/messages-table";
import { readPage } from "@/components/ui/list-view";
import type { Actor } from "@/lib/auth/actor";
import { spacedNumber } from "@/lib/contract/phone-numbers";
import { storedRefusalIn } from "@/lib/contract/refusals";
import { listMessages } from "@/lib/resources/sms/service";

/** After this time the provider hardly ever reports a status any more. */
const underWayMs = 10 * 60 * 1000;

/** A page of messages, and whether some are still being delivered. */
export async function listedMessages(actor: Actor, requested: number, filter: Parameters<typeof listMessages>[2]) {
  const locale = await getLocale();
  const found = await readPage(requested, (page) => listMessages(actor, page, filter));
  const rows = found.rows.map(
    ({ id, to, message, status, error, createdAt }): MessageRow => ({
      id,
      to,
      toShown: spacedNumber(to),
      message,
      status,
      error: error && storedRefusalIn(locale, error),
      createdAt,
    }),
  );
  const since = Date.now() - underWayMs;
  const underWay = rows.some(({ status, createdAt }) => status === "sent" && createdAt.getTime() > since);
  return { ...found, rows, underWay };
}
