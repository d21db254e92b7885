import { isDeepStrictEqual } from "node:util";
import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import type { Transaction } from "@/lib/platform/database/db";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { foldTag } from "@/lib/resources/tags/names";
import { tagsNamed } from "@/lib/resources/tags/service";
import { nameOf } from "./insert";

/** What changes on a link. Omitted parts stay as they are. */
export interface Change {
  columns: Pick<Prisma.LinkUncheckedUpdateInput, Column>;
  pixels?: number[];
  channel?: number | null;
  /** names */
  tags?: string[];
}

type Column = Exclude<keyof Prisma.LinkUncheckedUpdateInput & Prisma.LinkScalarFieldEnum, "id" | "userId">;

/** Returns the part of a change that the link does not have yet. */
export function newPartOf({ columns, pixels, channel, tags }: Change, before: LinkWithRelations): Change {
  const isNew = (column: string, value: unknown) =>
    value !== undefined && !isDeepStrictEqual(storedForm(value), storedForm(before[column as Column]));
  const isOther = (sent: (string | number)[], present: (string | number)[]) =>
    !isDeepStrictEqual(new Set(sent), new Set(present));
  const others = {
    pixels:
      pixels &&
      isOther(
        pixels,
        before.pixels.map(({ id }) => id),
      )
        ? pixels
        : undefined,
    channel: isOther(
      channel ? [channel] : [],
      before.items.map(({ channelId }) => channelId),
    )
      ? channel
      : undefined,
    tags:
      tags &&
      isOther(
        tags.map(foldTag),
        before.tags.map(({ name }) => foldTag(name)),
      )
        ? tags
        : undefined,
  };
  return {
    columns: Object.fromEntries(Object.entries(columns).filter(([column, value]) => isNew(column, value))),
    ...others,
  };
}

export const isEmpty = ({ columns, ...others }: Change): boolean =>
  Object.keys(columns).length === 0 && Object.values(others).every((value) => value === undefined);

/** Returns a value in the form that JSON columns are read in. */
const storedForm = (value: unknown) => (value === Prisma.DbNull ? null : JSON.parse(JSON.stringify(value)));

/**
 * Stores changes of the actor's links in a few statements and creates new tags. Returns the ids of the links that
 * exist. If another link has one of the values, the transaction fails with a unique violation.
 */
export async function storeChanges(
  tx: Transaction,
  actor: Actor,
  changes: { id: number; change: Change }[],
): Promise<Set<number>> {
  const names = changes.flatMap(({ change }) => change.tags ?? []);
  const named = names.length > 0 ? await tagsNamed(tx, actor, names) : [];
  const tags = new Map(named.map(({ id, nameFolded }) => [nameFolded, id]));
  const ids = changes.map(({ id }) => id);
  const locked = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM links WHERE id = ANY(${ids}) AND user_id = ${actor.userId} ORDER BY id FOR UPDATE`;
  const found = new Set(locked.map(({ id }) => id));
  const there = changes.filter(({ id }) => found.has(id));
  await storeColumns(tx, there);
  await assign(tx, '"_LinkToTag"', ["A", "B"], there, ({ tags: names }) =>
    names?.flatMap((name) => tags.get(foldTag(name)) ?? []),
  );
  await assign(tx, '"_LinkToPixel"', ["A", "B"], there, ({ pixels }) => pixels);
  await assign(tx, "channel_items", ["link_id", "channel_id"], there, ({ channel }) =>
    channel === undefined ? undefined : channel === null ? [] : [channel],
  );
  return found;
}

async function storeColumns(tx: Transaction, changes: { id: number; change: Change }[]): Promise<void> {
  const rows = changes.flatMap(({ id, change: { columns } }) => {
    const values = Object.entries(columns).map(([column, value]) => [
      nameOf(column),
      value === Prisma.DbNull ? null : value,
    ]);
    return values.length > 0 ? [{ id, values: Object.fromEntries(values) }] : [];
  });
  if (rows.length === 0) return;
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))].map((name) => `"${name}"`);
  const columns = Prisma.raw(names.join(", "));
  await tx.$executeRaw`
    WITH sent AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS sent (id int, "values" jsonb))
    UPDATE links SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(links, sent."values"))
    FROM sent WHERE links.id = sent.id`;
}

/** Replaces the assignments of the links for which `others` returns a list. */
async function assign(
  tx: Transaction,
  table: string,
  [owner, other]: [string, string],
  changes: { id: number; change: Change }[],
  others: (change: Change) => number[] | undefined,
): Promise<void> {
  const sent = changes.flatMap(({ id, change }) => {
    const list = others(change);
    return list ? [{ id, list }] : [];
  });
  if (sent.length === 0) return;
  const pairs = sent.flatMap(({ id, list }) => list.map((one) => [id, one] as const));
  const ids = sent.map(({ id }) => id);
  const [owners, wanted] = [pairs.map(([id]) => id), pairs.map(([, one]) => one)];
  const [relation, own, their] = [Prisma.raw(table), Prisma.raw(`"${owner}"`), Prisma.raw(`"${other}"`)];
  await tx.$executeRaw`
    DELETE FROM ${relation} WHERE ${own} = ANY(${ids})
      AND (${own}, ${their}) NOT IN (SELECT * FROM unnest(${owners}::int[], ${wanted}::int[]))`;
  await tx.$executeRaw`
    INSERT INTO ${relation} (${own}, ${their}) SELECT * FROM unnest(${owners}::int[], ${wanted}::int[])
    ON CONFLICT DO NOTHING`;
}
