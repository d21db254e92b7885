import { replayQuarantine as replay } from "@/lib/clicks/drain/replay";
import type { Command } from "./command";
import { withDatabase } from "./database";

export const replayQuarantine: Command = {
  name: "replay-quarantine",
  summary: "Tries again to store the clicks that the database rejected.",
  async run() {
    const { stored, left } = await withDatabase(({ client }) => replay(client));
    const text = `${stored} clicks were stored. ${left} lines are still in quarantine.`;
    return { ok: true, result: { stored, left }, text };
  },
};
