import { keepVerification } from "@/lib/clicks/last-verification";
import { verifyClicks } from "@/lib/clicks/verify";
import { yieldDatabase } from "@/lib/platform/priority";
import type { Command } from "./command";
import { withDatabase } from "./database";

const NICE = 10;

export const verify: Command = {
  name: "verify",
  summary: "Counts all clicks again, and names each number and each click that is not as it was recorded.",
  async run() {
    const result = await withDatabase(async ({ client, own }) => {
      if (own) yieldDatabase((await client.query("select pg_backend_pid() as pid")).rows[0].pid, NICE);
      const found = await verifyClicks(client, (step) => process.stderr.write(`${step}\n`));
      await keepVerification(client, found);
      return found;
    });
    const { at, clicks, segments, seconds, differences, named } = result;
    const more = differences > named.length ? [`${differences - named.length} more.`] : [];
    const sum = `Verified at ${at}: ${clicks} clicks in ${segments} segments, in ${seconds.toFixed(1)} s: ${differences} differences.`;
    return { ok: differences === 0, result, text: [...named, ...more, sum].join("\n") };
  },
};
