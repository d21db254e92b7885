// Appends a line for each test file to the file that PROCESSOR_TIMES names: the processor time of the process that ran it
// and of the programs that it started and ended. `npm test -- --slowest` prints them.
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

const file = process.env.PROCESSOR_TIMES;

/** Seconds of processor time that this process and its ended children have used, in user and system mode. */
function secondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

/** Only Linux reports this. The kernel counts in hundredths of a second. */
function secondsOfChildren(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(13, 15)
    .map(Number);
  return ((user as number) + (system as number)) / 100;
}

if (file) {
  // If a process runs only one file, all of its time was for that file, loading included.
  const before = (globalThis as { processorTime?: number }).processorTime ?? 0;
  afterAll(() => {
    const now = secondsUsed();
    (globalThis as { processorTime?: number }).processorTime = now;
    const path = relative(process.cwd(), expect.getState().testPath ?? "");
    appendFileSync(file, `${JSON.stringify({ path, seconds: now - before })}\n`);
  });
}
