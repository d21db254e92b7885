import type { Actor } from "@/lib/auth/actor";
import { allClicks, type ShownClick } from "@/lib/clicks/statistics/log";
import type { LoggedSubject } from "@/lib/clicks/store/click-store";
import { shownNames } from "@/lib/clicks/store/stored-columns";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { db } from "@/lib/platform/database/db";
import { bioUrlOf } from "@/lib/resources/bio-pages/presenter";
import { allAddresses } from "@/lib/resources/links/service";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { readOwnedRows } from "@/lib/resources/ownership";
import { clickLimitOf } from "@/lib/resources/plans/clicks";
import { pictureUrlOf } from "@/lib/resources/qr-codes/payload";

const shown = shownNames.toSpliced(shownNames.indexOf("class"), 0, "locked");
/** The columns of an exported click. A `locked` click has only its time. The visitor's identity is never exported. */
export const clickColumns = ["date", "type", "id", "address", ...shown];

type ClickRecord = Record<string, string | number | boolean | null>;

/**
 * The clicks on everything the actor owns, bots included: first those on links, then scans, then visits to bio pages.
 */
export async function* clicksOf(actor: Actor): AsyncGenerator<ClickRecord> {
  const limit = clickLimitOf(actor);
  yield* clicksOn("link", allAddresses(actor), limit, shortUrlOf);
  yield* clicksOn("qr", readOwnedRows(db.qrCode, actor, "QR code", 100), limit, ({ code }) => pictureUrlOf(code));
  yield* clicksOn("bio", readOwnedRows(db.bioPage, actor, "bio page", 50), limit, bioUrlOf);
}

async function* clicksOn<Row extends { id: number }>(
  type: LoggedSubject,
  batches: AsyncIterable<Row[]>,
  limit: number | null,
  addressOf: (row: Row) => string,
): AsyncGenerator<ClickRecord> {
  for await (const rows of batches) {
    const addresses = new Map(rows.map((row) => [row.id, addressOf(row)]));
    for await (const click of allClicks(type, [...addresses.keys()], limit)) {
      yield recordOf(type, addresses.get(click.id) ?? "", click);
    }
  }
}

function recordOf(type: LoggedSubject, address: string, { at, ...click }: ShownClick): ClickRecord {
  const kind = click.class ?? (click.robot === null ? "person" : "robot");
  const record: ClickRecord = { ...click, date: formatTimestamp(at), type, address, class: kind };
  return Object.fromEntries(clickColumns.map((name) => [name, record[name] ?? null]));
}
