import { rewrapRootKey } from "@/lib/auth/root-key";
import { env } from "@/lib/platform/env";
import { finishSecretChange, nextSecret } from "@/lib/platform/stored-secrets";
import type { Command } from "./command";
import { withDatabase } from "./database";

export const rotateSecret: Command = {
  name: "rotate-secret",
  summary: "Encrypts the keys with a new APP_SECRET. Users stay logged in, and the service keeps running.",
  async run() {
    // Read before connecting, because a connection creates a secret if none is set.
    const given = env.APP_SECRET;
    const changed = await withDatabase(async ({ client }) => {
      const changed = await rewrapRootKey(client, () => given ?? nextSecret());
      if (!given) finishSecretChange(nextSecret());
      return changed;
    });
    return { ok: true, result: { changed }, text: given ? textOf(changed) : "DATA_DIR/app-secret holds a new secret." };
  },
};

const textOf = (changed: boolean) =>
  changed
    ? "The keys are now encrypted with APP_SECRET. Nothing uses APP_SECRET_PREVIOUS any more: remove it."
    : "The keys are already encrypted with APP_SECRET. Nothing uses another secret.";
