import { rewrapRootKey } from "@/lib/auth/root-key";
import { env } from "@/lib/platform/env";
import { nextSecret, settleSecret } from "@/lib/platform/kept-secrets";
import type { Command } from "./command";
import { withDatabase } from "./database";

export const rotateSecret: Command = {
  name: "rotate-secret",
  summary: "Keeps the keys under a new APP_SECRET. Nobody is logged out, and the service goes on.",
  async run() {
    // Read before connecting, because a connection creates a secret if none is set.
    const given = env.APP_SECRET;
    const changed = await withDatabase(async ({ client }) => {
      const changed = await rewrapRootKey(client, () => given ?? nextSecret());
      if (!given) settleSecret(nextSecret());
      return changed;
    });
    return { ok: true, result: { changed }, text: given ? textOf(changed) : "DATA_DIR/app-secret is a new one." };
  },
};

const textOf = (changed: boolean) =>
  changed
    ? "The keys are kept under APP_SECRET now. Nothing is left under APP_SECRET_PREVIOUS: take it away."
    : "The keys are kept under APP_SECRET already. Nothing is left under another one.";
