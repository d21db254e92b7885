import { setTimeout as sleep } from "node:timers/promises";
import { advisoryLocks } from "@/lib/platform/advisory-lock";
import type { RedisCommand } from "@/lib/platform/redis";
import { type RecordedLines, storeLines, withClient } from "./line-store";

const STREAM = "signpost:clicks";
const READ_AT_ONCE = 500;
/** Clicks of this time are stored together. */
const COLLECT_FOR = 500;

type Entry = [id: string, fields: string[]];

/**
 * Clicks on their way through a Redis stream. Any process may store what is in it; one at a time does. An entry is
 * deleted once it is stored, and one that is met again is known by its process and position.
 */
export class ClickStream {
  private draining: Promise<void> | undefined;

  constructor(private readonly command: RedisCommand) {}

  async append({ journal, position, lines }: RecordedLines): Promise<void> {
    await this.command("XADD", STREAM, "*", "journal", journal, "position", `${position}`, "lines", lines.join(""));
  }

  /** Stores what is in the stream, soon. Calls meanwhile are the same one. */
  drain(): Promise<void> {
    this.draining ??= sleep(COLLECT_FOR)
      .then(() => {
        // Whoever adds an entry from now on needs another turn.
        this.draining = undefined;
      })
      .then(() => withClient((client) => this.storeAll(client)));
    return this.draining;
  }

  private async storeAll(client: Parameters<typeof storeLines>[0]): Promise<void> {
    // Waits while another process stores: it may have looked before our entry was there.
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
