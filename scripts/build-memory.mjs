// Building takes more memory than running. These functions warn before a build that the kernel would kill.
import { readFileSync } from "node:fs";
import { freemem } from "node:os";

/** Peak of all processes of `next build` in MiB (PSS), measured with 2 cores and without an earlier build. */
const PEAK = 2_400;
/** With 1.5 GiB, the kernel kills the build. */
const LEAST = 1_536;

const MiB = 2 ** 20;

/** Returns the available memory in bytes, including swap: the smaller of the machine's and the container's. */
export function freeMemory() {
  return Math.min(ofMachine(), ofContainer());
}

/** Returns a refusal, a warning, or nothing if there is enough memory. */
export function memoryAdvice(/** @type {number} */ free) {
  const needs = `Building takes ${gigabytes(PEAK)} of memory at its peak, and ${gigabytes(free / MiB)} are free`;
  const instead = "make a package elsewhere instead (npm run package), or add swap";
  if (free < LEAST * MiB) return { refusal: `${needs}: ${instead}.` };
  if (free < PEAK * MiB) return { warning: `${needs}: should it be killed, ${instead}.` };
  return {};
}

const gigabytes = (/** @type {number} */ mebibytes) => `${(mebibytes / 1024).toFixed(1)} GiB`;

function ofMachine() {
  const text = read("/proc/meminfo");
  const bytes = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) * 1024;
  const free = bytes("MemAvailable") + bytes("SwapFree");
  return Number.isNaN(free) ? freemem() : free;
}

/** Returns the container's limit minus its used memory. Cached files count as free. */
function ofContainer() {
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  const used = Number(read("/sys/fs/cgroup/memory.current") || read("/sys/fs/cgroup/memory/memory.usage_in_bytes"));
  const stat = read("/sys/fs/cgroup/memory.stat") || read("/sys/fs/cgroup/memory/memory.stat");
  const cached = Number(/^(?:total_)?inactive_file (\d+)$/m.exec(stat)?.[1] ?? 0);
  return limit - Math.max(0, used - cached);
}

function read(/** @type {string} */ file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
