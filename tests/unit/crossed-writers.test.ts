import { expect, it, vi } from "vitest";
import type { Transaction } from "@/lib/platform/database/db";
import { startDatabase } from "../support/database";

await startDatabase();
const { toRefusal: refusalOf } = await import("@/lib/http/envelope");
const { db } = await import("@/lib/platform/database/db");
const { log } = await import("@/lib/platform/log/log");
const { seed } = await import("@/prisma/seed");
const { createUser } = await import("@/lib/resources/users/service");
vi.spyOn(log, "error");
await seed();

async function newUser(name: string) {
  const username = `${name}${users++}`;
  await createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
  return (await db.user.findFirstOrThrow({ where: { username } })).id;
}
let users = 0;

it.each<[string, (tx: Transaction, id: number) => Promise<unknown>]>([
  ["raw statements", (tx, id) => tx.$queryRaw`SELECT id FROM users WHERE id = ${id} FOR UPDATE`],
  ["Prisma's own", (tx, id) => tx.user.update({ where: { id }, data: { locale: "en" } })],
])("one of two transactions in a deadlock by %s gets an error, which is not our failure", async (_, lock) => {
  const ids = await Promise.all(["one", "other"].map(newUser));
  let arrived = 0;
  let meet = () => {};
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const cross = ([first, second]: number[]) =>
    db.$transaction(async (tx) => {
      await lock(tx, first as number);
      if (++arrived === 2) meet();
      await both;
      await lock(tx, second as number);
    });
  const ends = await Promise.allSettled([cross(ids), cross(ids.toReversed())]);
  const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect(reasons.map((reason) => refusalOf(reason, "1").body.code)).toEqual(["changed_meanwhile"]);
  expect(log.error).not.toHaveBeenCalled();
});
