import { unwrapKey } from "@/lib/auth/root-key";
import type { ServerAddress } from "./server";
import { sql } from "./sql";

/** Returns the key that the server derives its other keys from. */
export async function rootKeyOf(server: ServerAddress): Promise<string> {
  const [row] = await sql<{ wrapped: Buffer }>(server, "SELECT wrapped FROM kept_keys");
  const root = row && unwrapKey(row.wrapped, server.appSecret);
  if (!root) throw new Error("the server's key is kept under another secret");
  return root;
}
