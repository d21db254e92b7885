import type { Client } from "pg";
import { withClient } from "@/lib/clicks/drain/line-store";
import { readRoots, sealSegments } from "@/lib/clicks/postgres/chain";
import { publicKey } from "@/lib/clicks/store/root-signature";

/** A regular task: see `sealSegments`. */
export const sealClickSegments = () => withClient(sealSegments);

/** Returns everything that others need to check the chain and its roots, now or later. */
export async function publishedRoots(client: Client) {
  const roots = (await readRoots(client)).map(({ chain, signature, ...root }) => ({
    ...root,
    chain: chain.toString("hex"),
    signature: signature.toString("base64"),
  }));
  return { publicKey: publicKey(), roots };
}
