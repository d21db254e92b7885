import { createHash, randomInt } from "node:crypto";

/** The seed of the tests' random numbers: a new one in each run, or an earlier one with `SEED=<seed>`. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** Prints the seed. Returns numbers from 0 to 1, the same for the same seed and `name`. */
export function seeded(name: string): () => number {
  console.log(`SEED=${seed} repeats the random numbers of: ${name}`);
  let drawn = 0;
  return () => createHash("sha256").update(`${seed} ${name} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}
