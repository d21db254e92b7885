import { randomInt } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import { username } from "./schema";

/** Returns a free username: the requested one or a similar one. */
export async function freeUsername(wish: string): Promise<string> {
  const plain = wish.replace(/[^A-Za-z0-9_-]+/g, "");
  if (isUsable(plain) && (await isFree(plain))) return plain;
  for (;;) {
    const name = `${isUsable(plain) ? plain.slice(0, 24) : "user"}-${randomInt(1_000, 1_000_000)}`;
    if (await isFree(name)) return name;
  }
}

const isUsable = (name: string) => username.safeParse(name).success;

const isFree = async (name: string) =>
  (await db.user.findUnique({ where: { usernameFolded: name.toLowerCase() }, select: { id: true } })) === null;
