import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { env } from "@/lib/platform/env";
import { Queue } from "@/lib/platform/queue";
import { processSingleton } from "@/lib/platform/singleton";

// OWASP's first recommendation for argon2id, which is the library's default algorithm.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the four threads that Node has for such work, two stay for the clicks' journal and other files. */
const MAX_THREADS = 2;

/** A second's work for one thread: some 30 ms each. */
const MAX_WAITING = 30;

/** Half of the cores at most hash passwords, all processes together: visitors need the others. */
const hashing = () =>
  processSingleton("hashing", () => {
    const share = Math.floor(availableParallelism() / 2 / env.WEB_CONCURRENCY);
    return new Queue(Math.max(1, Math.min(share, MAX_THREADS)), MAX_WAITING);
  });

/** How many passwords are hashed, and how many wait for it. */
export const hashingNow = () => hashing().length;

/** An argon2id hash in its usual text form, with salt and parameters. Throws `unavailable` where too many are asked for. */
export function hashPassword(password: string): Promise<string> {
  return hashing().run(() => hash(typed(password), parameters));
}

/** Keyboards and systems write the same letter in different ways: `é` as one character or two, or a digit in full width. */
const typed = (password: string) => password.normalize("NFKC");

let nobody: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (nobody has this e-mail) it is false after the same time. Throws
 * `unavailable` where too many are asked for.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash("nobody has this password", parameters);
  const expected = passwordHash ?? (await nobody);
  const matches = (text: string) => hashing().run(() => verify(expected, text));
  const normal = typed(password);
  // Hashes of earlier versions are of the password as it was sent.
  const fits = (await matches(normal)) || (normal !== password && (await matches(password)));
  return fits && Boolean(passwordHash);
}
