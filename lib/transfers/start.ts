import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { processSingleton } from "@/lib/platform/singleton";
import { Transfers } from "./transfers";

/** Makes this process do imports and exports in separate processes. */
export function provideTransfers(options: ConstructorParameters<typeof Transfers>[0]): Transfers {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  return processSingleton("transfers", () => new Transfers(options));
}

/** An import is given up long before its file is so old. */
const KEPT_MS = 24 * 60 * 60_000;

/** Removes files that had not arrived completely when a process died. Reading the others goes on. */
export function removePartialFiles(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isWhole = /^import-[0-9a-f-]{36}$/.test(name);
    if (!isWhole || statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { force: true });
  }
}
