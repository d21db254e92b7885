import { getHeapStatistics } from "node:v8";
import { machineMemory } from "./machine-memory";
import { rawEnv } from "./raw-env";

/** In MiB: what the program itself takes, and Postgres's smallest processes. */
const BASE = 128;
/** All heaps together stay below this part of the rest: Postgres and what is not on a heap need as much. */
const HEAP_SHARE = 0.5;
/** In MiB. With less nothing works; with more, collecting it would take visitors' time. */
const SMALLEST_HEAP = 192;
const LARGEST_HEAP = 4_096;

/** What Node was started with: the flags of its command line count more than those of the environment. */
const startedWith = () => [rawEnv.NODE_OPTIONS, ...process.execArgv];

const written = (flags: (string | undefined)[]) => flags.join(" ").replaceAll("_", "-");

/**
 * In bytes, the part of the heap for what lives long. What V8 gives as the heap's limit holds the young space as well, which
 * Node 24 has grown from 48 to 192 MiB.
 */
export function oldSpaceLimit(flags: (string | undefined)[] = startedWith()): number {
  const [, mebibytes] = [...written(flags).matchAll(/--max-old-space-size[= ](\d+)/g)].at(-1) ?? [];
  return mebibytes === undefined ? getHeapStatistics().heap_size_limit : Number(mebibytes) * 2 ** 20;
}

/**
 * What bounds the heap of each of `count` processes, of which Node would give each as much as if it were alone: part of
 * what the container (or else the machine) has. Nothing where whoever starts Node has bounded it.
 */
export function heapFlags(count: number, flags: (string | undefined)[] = startedWith()): string[] {
  // Node 24 also takes a part of the memory: --max-old-space-size-percentage.
  if (written(flags).includes("--max-old-space-size")) return [];
  const heap = Math.floor(((machineMemory() / 2 ** 20 - BASE) * HEAP_SHARE) / count);
  return [`--max-old-space-size=${Math.min(LARGEST_HEAP, Math.max(SMALLEST_HEAP, heap))}`];
}
