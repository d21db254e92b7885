import { randomUUID } from "node:crypto";

/** All accounts share this hash, because hashing a password takes longer than the rest. */
let passwordHash: Promise<string> | undefined;

/** Creates an account on the plan that has everything. The database must be running and have its plans. */
export async function proActor({ admin = false } = {}) {
  const { db } = await import("@/lib/platform/database/db");
  const { findActor } = await import("@/lib/auth/actor");
  const { createUser } = await import("@/lib/resources/users/service");
  const { hashPassword } = await import("@/lib/auth/password");
  passwordHash ??= hashPassword("quiet river stone");
  const username = `user-${randomUUID().slice(0, 8)}`;
  const input = {
    username,
    email: `${username}@example.com`,
    password: null,
    passwordHash: await passwordHash,
    admin,
    emailVerified: true,
  };
  const { user } = await createUser(input);
  await db.user.update({ where: { id: user.id }, data: { plan: { connect: { name: "Pro" } } } });
  return findActor(user.id);
}
