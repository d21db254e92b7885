import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { OneTimeTokenKind } from "@/generated/prisma/client";
import { startDatabase } from "../support/database";

await startDatabase();
const { sweepExpired } = await import("@/lib/auth/sweep");
const { db } = await import("@/lib/platform/database/db");
const { createUser } = await import("@/lib/resources/users/service");

const kinds = Object.values(OneTimeTokenKind);

const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);

it("deletes ended sessions and old one-time links, and no others", async () => {
  const { user } = await createUser({ username: "ann", email: "ann@example.com", password: "a password of the tests" });
  const userId = user.id;
  const kept = await db.session.create({ data: { userId, expiresAt: days(1) } });
  await db.$executeRaw`INSERT INTO sessions (id, user_id, expires_at)
    SELECT gen_random_uuid(), ${userId}, now() FROM generate_series(1, 5001)`;
  for (const age of [-31, -29, 1]) {
    for (const kind of kinds)
      await db.oneTimeToken.create({ data: { kind, userId, tokenHash: randomBytes(32), expiresAt: days(age) } });
  }
  expect(await sweepExpired()).toBe(5_004);
  expect(await db.session.findMany()).toMatchObject([{ id: kept.id }]);
  const left = kinds.map((kind) => db.oneTimeToken.count({ where: { kind } }));
  expect(await Promise.all(left)).toEqual([2, 2, 2]);
  expect(await sweepExpired()).toBe(0);
});
