// A drawing process for tests: the input says what it does.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export default async function work({ input }) {
  const words = input.picture.payload;
  if (words === "die") process.exit(1);
  if (words === "hang") for (;;);
  if (words === "grow") for (const all = []; ; ) all.push(new Array(1000).fill(words));
  // A test opens the gate, which is a file, after it has seen the state in the meantime. It is not in the folder for
  // temporary files, because this process has no environment and so does not know that folder.
  while (existsSync(join(import.meta.dirname, `../output/gate-${process.ppid}`))) await sleep(10);
  return { value: { file: new TextEncoder().encode(`${process.pid}`), smallerLogo: null } };
}
