// A drawing thread for tests: the input says what it does.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { threadId } from "node:worker_threads";

export default async function work({ input }) {
  const words = input.picture.payload;
  if (words === "die") process.exit(1);
  if (words === "hang") for (;;);
  if (words === "grow") for (const all = []; ; ) all.push(new Array(1000).fill(words));
  // A test opens the gate after it has seen the state in the meantime.
  const gate = process.env.STUDIO_GATE;
  while (gate && !existsSync(gate)) await sleep(10);
  return { value: { file: new TextEncoder().encode(`${threadId}`), smallerLogo: null } };
}
