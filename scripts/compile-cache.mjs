import { enableCompileCache } from "node:module";
import { resolve } from "node:path";

/**
 * Lets this process and all that it starts keep their compiled code in .build: the next ones start with a fifth less processor
 * time. Where the folder cannot be written, Node goes on without.
 */
export function compileCache() {
  process.env.NODE_COMPILE_CACHE ??= resolve(".build/compile-cache");
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
