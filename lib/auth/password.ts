import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "@/lib/contract/errors";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";

// OWASP's first recommendation for argon2id, which is the library's default algorithm.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Node has four threads for such work; two of them stay free for the clicks' journal and other files. */
const MAX_THREADS = 2;

/** About a second's work for one thread: a hash takes some 30 ms. */
const MAX_WAITING = 30;

/** All processes together use at most half of the cores for hashing. The rest is for visitors. */
const hashing = () =>
  processSingleton("hashing", () => {
    const share = Math.floor(availableParallelism() / 2 / (env.WEB_CONCURRENCY + env.PAGE_PROCESSES));
    return new Queue(Math.max(1, Math.min(share, MAX_THREADS)), MAX_WAITING);
  });

/** The number of passwords that are being hashed or waiting for it. */
export const hashingNow = () => hashing().length;

/** Returns an argon2id hash in its usual text form, with salt and parameters. Throws `unavailable` if too many wait. */
export function hashPassword(password: string): Promise<string> {
  return hashing().run(() => hash(normalizePassword(password), parameters));
}

/** Keyboards and systems encode the same letter differently: `é` as one character or two, or a digit in full width. */
const normalizePassword = (password: string) => password.normalize("NFKC");

let dummyHash: Promise<string> | undefined;

/**
 * Returns whether the password is correct. Without a hash (no account has the e-mail), returns false after the same
 * time. Throws `unavailable` if too many wait.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash("nobody has this password", parameters);
  const expected = passwordHash ?? (await dummyHash);
  const matches = (text: string) => hashing().run(() => verify(expected, text));
  const normal = normalizePassword(password);
  // Earlier versions hashed the password without normalizing it.
  const fits = (await matches(normal)) || (normal !== password && (await matches(password)));
  return fits && Boolean(passwordHash);
}

/** Limits how much heavy work runs at a time, with a short queue. Work beyond the queue is refused at once. */
export class Queue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** How many run, and how many wait. */
  get length(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** @throws AppError `unavailable` if the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.maxRunning) this.running++;
    else if (this.waiting.length < this.maxWaiting) await new Promise<void>((turn) => this.waiting.push(turn));
    else throw new AppError("too_busy");
    try {
      return await work();
    } finally {
      // The next one in the queue takes over the place.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
