import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OnShutdown } from "@/lib/platform/process/lifecycle";
import { type Common, startProcesses } from "./processes";

/**
 * Starts the processes that draw pages, while this process continues its start. They listen in a folder that no
 * other user may enter, because they trust the headers that this process sets.
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
  // If a process fails to start, the others are stopped, as after a signal.
  const failed = new AbortController();
  const kind = { file: "pages.js", slots, options, beside: false } as const;
  const starting = startProcesses({ ...common, ...kind, stopping: AbortSignal.any([stopping, failed.signal]) });
  // The caller that awaits `starting` handles the error.
  starting.catch(() => undefined);
  onShutdown(() => {
    failed.abort();
    return starting.then((pages) => pages.stop()).catch(() => undefined);
  });
  return { sockets, starting };
}
