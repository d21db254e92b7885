// The thread that replays visits. scripts/build.mjs bundles it.
import { setPriority } from "node:os";
import { readFacts } from "@/lib/clicks/statistics/facts";
import type { FactQuery } from "@/lib/clicks/store/fact-query";
import type { Decided } from "@/lib/resources/links/routing/decide";
import { Replay, type Replayed } from "./replay";

export interface ReplayOrder {
  query: FactQuery;
  link: Decided;
  /** see `Replay` */
  ownThen: string | null;
}

// Visitors have priority. On systems other than Linux, this would lower the priority of the whole process.
if (process.platform === "linux") setPriority(5);

export default async function work({ query, link, ownThen }: ReplayOrder): Promise<Replayed> {
  const replay = new Replay(link, ownThen);
  let rest = "";
  const decoder = new TextDecoder();
  for await (const part of await readFacts(query)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) replay.add(line.split("\t"));
  }
  return replay.found;
}
