import { processSingleton } from "@/lib/platform/singleton";

const LOOK_EVERY_MS = 5_000;
const LOOK_WITHIN_MS = 2_000;

interface Look {
  at: number;
  answer?: Promise<boolean>;
}

/** Returns whether a server responds. It is checked at most every five seconds, however many callers there are. */
export function isReachable(name: string, ask: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
  const looks = processSingleton("reachability", () => new Map<string, Look>());
  const look: Look = looks.get(name) ?? { at: Number.NEGATIVE_INFINITY };
  looks.set(name, look);
  if (!look.answer || performance.now() - look.at > LOOK_EVERY_MS) {
    look.at = performance.now();
    const signal = AbortSignal.timeout(LOOK_WITHIN_MS);
    const late = new Promise<boolean>((done) => signal.addEventListener("abort", () => done(false)));
    look.answer = Promise.race([ask(signal).catch(() => false), late]);
  }
  return look.answer;
}
