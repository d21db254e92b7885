import { setTimeout as sleep } from "node:timers/promises";
import { type RecordedLines, storeLines, withClient } from "@/lib/clicks/drain/line-store";
import type { RedisCommand } from "@/lib/platform/cache/redis";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";

const STREAM = "signpost:clicks";
const READ_AT_ONCE = 500;
/** Clicks that arrive within this time (ms) are stored together. */
const COLLECT_MS = 500;

type Entry = [id: string, fields: string[]];

/**
 * Clicks that wait in a Redis stream. Any process may store them, but only one does so at a time. An entry is deleted
 * once it is stored. If it is read again, its process and position identify it.
 */
export class ClickStream {
  private draining: Promise<void> | undefined;

  constructor(private readonly command: RedisCommand) {}

  async append({ journal, position, lines }: RecordedLines): Promise<void> {
    await this.command("XADD", STREAM, "*", "journal", journal, "position", `${position}`, "lines", lines.join(""));
  }

  /** Stores the contents of the stream soon. Calls in the meantime share one promise. */
  drain(): Promise<void> {
    this.draining ??= sleep(COLLECT_MS)
      .then(() => {
        // An entry that is added after this point needs another run.
        this.draining = undefined;
      })
      .then(() => withClient((client) => this.storeAll(client)));
    return this.draining;
  }

  private async storeAll(client: Parameters<typeof storeLines>[0]): Promise<void> {
    // Wait for a process that is storing, because it may have read the stream before our entry was added.
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.clickStream]);
    try {
      for (;;) {
        const entries = (await this.command("XRANGE", STREAM, "-", "+", "COUNT", `${READ_AT_ONCE}`)) as Entry[];
        if (entries.length === 0) return;
        for (const [, fields] of entries) await storeLines(client, recordedIn(fields));
        await this.command("XDEL", STREAM, ...entries.map(([id]) => id));
      }
    } finally {
      await client.query("select pg_advisory_unlock($1)", [advisoryLocks.clickStream]);
    }
  }
}

function recordedIn(fields: string[]): RecordedLines {
  const value = (name: string) => fields[fields.indexOf(name) + 1] ?? "";
  const lines = value("lines").split("\n").slice(0, -1);
  return { journal: value("journal"), position: Number(value("position")), lines };
}
