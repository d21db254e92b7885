import type { ClickSubject } from "@/generated/prisma/enums";
import type { Actor } from "@/lib/auth/actor";
import { clicksByDay } from "@/lib/clicks/statistics/stats";
import { lastDays } from "@/lib/clicks/store/period";
import { db } from "@/lib/platform/database/db";
import { allAddresses } from "@/lib/resources/links/service";
import { readOwnedRows } from "@/lib/resources/ownership";

/** A batch must be small: an item with many years of clicks has thousands of days. */
const atOnce = 50;
/** More than the age of any instance, so this covers every day. */
const years = 50;

/** How many people clicked what on which day. Daily counts are kept longer than the clicks themselves. */
export async function* dayLines(actor: Actor): AsyncGenerator<string> {
  yield* daysOn("link", allAddresses(actor));
  yield* daysOn("qr", readOwnedRows(db.qrCode, actor, "QR code"));
  yield* daysOn("bio", readOwnedRows(db.bioPage, actor, "bio page"));
  yield* daysOn("campaign", readOwnedRows(db.campaign, actor, "campaign"));
}

async function* daysOn(type: ClickSubject, batches: AsyncIterable<{ id: number }[]>): AsyncGenerator<string> {
  const period = lastDays(years * 366);
  for await (const rows of batches) {
    for (let start = 0; start < rows.length; start += atOnce) {
      const ids = rows.slice(start, start + atOnce).map(({ id }) => id);
      const counts = await clicksByDay(type, ids, period);
      for (const id of ids) {
        const days = [...(counts.get(id) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
        for (const [date, clicks] of days) yield `${JSON.stringify({ kind: "day", type, id, date, clicks })}\n`;
      }
    }
  }
}
