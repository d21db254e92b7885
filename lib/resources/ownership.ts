import type { Actor } from "@/lib/auth/actor";
import { authorizeResource, type ResourceName } from "@/lib/auth/resource-names";
import { AppError, notFound, refusedField } from "@/lib/contract/errors";
import { unchangedSince, type Versions } from "@/lib/contract/version";
import { requireStorageToGrow } from "./plans/storage";

/** The methods that all tables with an owner share. */
interface OwnTable<Row> {
  findFirst(query: { where: { id: number; userId: number } }): PromiseLike<Row | null>;
  updateManyAndReturn(query: {
    where: { id: number; userId: number };
    data: object;
    select: { updatedAt: true };
  }): PromiseLike<{ updatedAt: Date }[]>;
  deleteMany(query: { where: { id: number; userId: number } }): PromiseLike<{ count: number }>;
}

const batch = 500;

interface OwnRows<Row> {
  findMany(query: {
    where: { userId: number; id: { gt: number } };
    orderBy: { id: "asc" };
    take: number;
  }): PromiseLike<Row[]>;
}

/** All of the actor's rows, in batches, oldest first, read while they are consumed. */
export async function* readOwnedRows<Row extends { id: number }>(
  table: OwnRows<Row>,
  actor: Actor,
  noun: ResourceName,
  take = batch,
): AsyncGenerator<Row[]> {
  authorizeResource("read", actor, noun);
  const { userId } = actor;
  for (let after = 0; ; ) {
    const rows = await table.findMany({ where: { userId, id: { gt: after } }, orderBy: { id: "asc" }, take });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

interface NamedTable {
  findMany(query: {
    where: { userId: number };
    select: { id: true; name: true };
    orderBy: [{ name: "asc" }, { id: "asc" }];
    take: number;
  }): PromiseLike<{ id: number; name: string }[]>;
}

/** The names of at most a thousand of the actor's rows, as choices in an editor or a filter. */
export async function listOwnedNames(table: NamedTable, actor: Actor, noun: ResourceName) {
  authorizeResource("read", actor, noun);
  return table.findMany({
    where: { userId: actor.userId },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: 1_000,
  });
}

/** Returns the actor's row to refer to it, not to show it. Referring to a thing needs no separate permission. */
export async function findOwnedRow<Row>(
  table: Pick<OwnTable<Row>, "findFirst">,
  actor: Actor,
  id: number,
  noun: ResourceName,
): Promise<Row> {
  const row = await table.findFirst({ where: { id, userId: actor.userId } });
  if (!row) throw notFound(noun);
  return row;
}

/** Changes the actor's row if it still has one of these versions. Returns its new version. */
export async function updateOwnedRow(
  table: Pick<OwnTable<object>, "findFirst" | "updateManyAndReturn">,
  actor: Actor,
  id: number,
  data: object,
  noun: ResourceName,
  versions?: Versions,
): Promise<Date> {
  authorizeResource("write", actor, noun);
  await requireStorageToGrow(actor, () => findOwnedRow(table, actor, id, noun), data);
  const where = { id, userId: actor.userId, ...unchangedSince(versions) };
  const [row] = await table.updateManyAndReturn({ where, data, select: { updatedAt: true } });
  if (row) return row.updatedAt;
  await findOwnedRow(table, actor, id, noun);
  throw new AppError("changed_since_read");
}

export async function deleteOwnedRow(
  table: Pick<OwnTable<unknown>, "deleteMany">,
  actor: Actor,
  id: number,
  noun: ResourceName,
) {
  authorizeResource("write", actor, noun);
  const { count } = await table.deleteMany({ where: { id, userId: actor.userId } });
  if (count === 0) throw notFound(noun);
}

/** Returns `id`, sent in the field `path`, if the actor owns that row. */
export async function requireOwnedId(
  table: Pick<OwnTable<unknown>, "findFirst">,
  actor: Actor,
  id: number,
  path: string,
  noun = path,
): Promise<number> {
  if (await table.findFirst({ where: { id, userId: actor.userId } })) return id;
  throw refusedField(path, "not_yours", { what: noun });
}
