import { mkdirSync, rmSync } from "node:fs";
import { processSingleton } from "@/lib/platform/singleton";
import { Transfers } from "./transfers";

/** Has imports and exports done apart from the process that answers visitors. */
export function provideTransfers(options: ConstructorParameters<typeof Transfers>[0]): Transfers {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  return processSingleton("transfers", () => new Transfers(options));
}

/** Removes the files that a process left which died while it read them. */
export const clearFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });
