import { createHash, randomInt } from "node:crypto";

/** What a test's random numbers follow from: another one in each run, and an earlier run's with `SEED=<seed>`. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** Tells the seed, and gives numbers from 0 up to 1: the same ones wherever seed and `name` are the same. */
export function seeded(name: string): () => number {
  console.log(`SEED=${seed} repeats the random numbers of: ${name}`);
  let drawn = 0;
  return () => createHash("sha256").update(`${seed} ${name} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}
