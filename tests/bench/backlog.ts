import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatLine } from "@/lib/clicks/journal/line";
import type { TestServer } from "../support/server";
import { visitsOf } from "./visits";

const FILE_CLICKS = 80_000;

/**
 * Writes a journal with this many clicks. Returns a function that gives it to the server's drain, and that returns
 * another, which says whether the journal is still there.
 */
export function writeBacklog({ dataDir }: TestServer, clicks: number, linkId: () => number): () => () => boolean {
  const written = join(dataDir, "written");
  mkdirSync(written);
  const visit = visitsOf(Math.max(1_000, clicks / 4));
  for (let start = 0; start < clicks; start += FILE_CLICKS) {
    const lines = Array.from({ length: Math.min(FILE_CLICKS, clicks - start) }, () =>
      formatLine(visit(), { linkId: linkId() }),
    );
    writeFileSync(join(written, `bench-${Date.now()}-${String(start).padStart(9, "0")}.closed`), lines.join(""));
  }
  const left = join(dataDir, "journal", "bench");
  return () => {
    renameSync(written, left);
    return () => existsSync(left);
  };
}
