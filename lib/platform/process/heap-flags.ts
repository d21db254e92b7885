import { getHeapStatistics } from "node:v8";
import { machineMemory } from "@/lib/platform/machine-memory";
import { rawEnv } from "@/lib/platform/raw-env";

/** In MiB: the memory of the program itself and of Postgres's smallest processes. */
const BASE = 128;
/** All heaps together get this share of the rest: Postgres and memory outside the heaps need as much. */
const HEAP_SHARE = 0.5;
/** In MiB. With less nothing works; with more, garbage collection would delay visitors. */
const SMALLEST_HEAP = 192;
const LARGEST_HEAP = 4_096;
/** In MiB: the default of Node 22. Node 24 uses four times as much, and keeps it after a peak. */
const SEMI_SPACE = 16;

/** The flags that Node was started with. Those of the command line override those of the environment. */
const startedWith = () => [rawEnv.NODE_OPTIONS, ...process.execArgv];

const written = (flags: (string | undefined)[]) => flags.join(" ").replaceAll("_", "-");

/**
 * The limit in bytes of the old space, where long-lived objects are. V8's heap limit also contains the young space,
 * which Node 24 has increased from 48 to 192 MiB.
 */
export function oldSpaceLimit(flags: (string | undefined)[] = startedWith()): number {
  const [, mebibytes] = [...written(flags).matchAll(/--max-old-space-size[= ](\d+)/g)].at(-1) ?? [];
  return mebibytes === undefined ? getHeapStatistics().heap_size_limit : Number(mebibytes) * 2 ** 20;
}

/**
 * The flag that bounds the heap of each of `count` processes to a share of the memory of the container or machine. Node
 * would give each process as much as if it ran alone. Empty if the flags already set a limit.
 */
export function heapFlags(count: number, flags: (string | undefined)[] = startedWith()): string[] {
  const given = written(flags);
  const heap = Math.floor(((machineMemory() / 2 ** 20 - BASE) * HEAP_SHARE) / count);
  const old = `--max-old-space-size=${Math.min(LARGEST_HEAP, Math.max(SMALLEST_HEAP, heap))}`;
  return [
    // This also matches Node 24's --max-old-space-size-percentage.
    ...(given.includes("--max-old-space-size") ? [] : [old]),
    ...(given.includes("--max-semi-space-size") ? [] : [`--max-semi-space-size=${SEMI_SPACE}`]),
  ];
}

/**
 * Before version 24, Node follows contexts (AsyncLocalStorage) by hooks on every promise, which slow down redirects.
 * This flag turns on Node 24's way.
 */
export function contextFlags(node: string = process.versions.node): string[] {
  return Number.parseInt(node, 10) < 24 ? ["--experimental-async-context-frame"] : [];
}
