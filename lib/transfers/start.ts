import { mkdirSync, rmSync } from "node:fs";
import { processSingleton } from "@/lib/platform/singleton";
import { Transfers } from "./transfers";

/** Makes this process do imports and exports in separate processes. */
export function provideTransfers(options: ConstructorParameters<typeof Transfers>[0]): Transfers {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  return processSingleton("transfers", () => new Transfers(options));
}

/** Removes files that were left by a process that died while reading them. */
export const clearFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });
