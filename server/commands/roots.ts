import { publishedRoots } from "@/lib/clicks/verification/roots";
import type { Command } from "./command";
import { withDatabase } from "./database";

export const roots: Command = {
  name: "roots",
  summary: "Prints the public key and the signed roots of each day, which anyone can use to check the clicks.",
  async run() {
    const result = await withDatabase(({ client }) => publishedRoots(client));
    const lines = result.roots.map(({ day, position, chain, signature }) => `${day} ${position} ${chain} ${signature}`);
    return { ok: true, result, text: [result.publicKey, ...lines].join("\n") };
  },
};
