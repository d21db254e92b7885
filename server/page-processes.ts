import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OnShutdown } from "@/lib/platform/lifecycle";
import { type Common, startProcesses } from "./processes";

/**
 * Starts the processes that draw pages, beside all that this one still has to do. They listen in a folder that nobody else may
 * enter, since they believe what they are told of a request.
 */
export function startPages(count: number, common: Common, onShutdown: OnShutdown, stopping: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), "signpost-pages-"));
  onShutdown(() => rmSync(folder, { recursive: true, force: true }));
  const sockets = Array.from({ length: count }, (_, number) => join(folder, `${number}.sock`));
  const slots = sockets.map((_, number) => `pages-${number}`);
  const options = (slot: string, isFirst: boolean) => [
    sockets[slots.indexOf(slot)] ?? "",
    isFirst ? "starting" : "answering",
  ];
  // A start that fails stops the others as a signal does.
  const failed = new AbortController();
  const kind = { file: "pages.js", slots, options, beside: false } as const;
  const starting = startProcesses({ ...common, ...kind, stopping: AbortSignal.any([stopping, failed.signal]) });
  // Whoever awaits it hears of it.
  starting.catch(() => undefined);
  onShutdown(() => {
    failed.abort();
    return starting.then((pages) => pages.stop()).catch(() => undefined);
  });
  return { sockets, starting };
}
