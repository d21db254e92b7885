import { type Drive, drive, type Plan } from "./drive";
import { count, table } from "./results";

const ROUNDS = 5;

/** The servers to compare, by name; each function drives one for a while. */
export type Sides<Name extends string> = Record<Name, () => Promise<Drive>>;
/** The result of each side, round by round. */
export type Rounds<Name extends string> = Record<Name, Drive[]>;

/**
 * Runs all sides in turn, A B C, A B C, for five rounds after a warm-up round that is not counted. `between` lets the
 * machine settle before each turn.
 */
export async function inRounds<Name extends string>(
  sides: Sides<Name>,
  between: () => Promise<void> = async () => {},
): Promise<Rounds<Name>> {
  const names = Object.keys(sides) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds<Name>;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of names) {
      await between();
      const result = await sides[name]();
      if (round > 0) rounds[name].push(result);
      console.log(`${round === 0 ? "warm-up" : `round ${round}`}: ${name}, ${count(result.perSecond)}/s`);
    }
  }
  return rounds;
}

/** The requests for a peer: any server at PEER_URL, with PEER_HEADER ("Name: value"). */
export function peerPlan(): Plan | undefined {
  const { PEER_URL, PEER_HEADER } = process.env;
  if (!PEER_URL) return undefined;
  const { origin, pathname, search } = new URL(PEER_URL);
  const [, name, value] = /^([^:]+):\s*(.*)$/.exec(PEER_HEADER ?? "") ?? [];
  const headers: Record<string, string> = name && value ? { [name]: value } : {};
  return { url: origin, paths: [pathname + search], headers };
}

/** A peer to measure in the same rounds. */
export function peer(): Sides<string> {
  const plan = peerPlan();
  return plan ? { [`peer, ${process.env.PEER_URL}`]: () => drive(plan) } : {};
}

/** How many times as fast a side is as another: the median of the rounds' ratios. */
export const ratio = (side: Drive[], reference: Drive[]) =>
  median(side.map(({ perSecond }, round) => perSecond / (reference[round]?.perSecond ?? Number.NaN)));

/** A Markdown table of the medians of all sides, with their ratios to `reference`. */
export function comparison<Name extends string>(rounds: Rounds<Name>, reference: Name): string {
  const rows = (Object.entries(rounds) as [Name, Drive[]][]).map(([name, drives]) => {
    const speeds = drives.map(({ perSecond }) => perSecond);
    return [
      name,
      count(median(speeds)),
      `${count(Math.min(...speeds))} to ${count(Math.max(...speeds))}`,
      ratio(drives, rounds[reference]).toFixed(2),
      median(drives.map(({ p50 }) => p50)).toFixed(1),
      median(drives.map(({ p99 }) => p99)).toFixed(1),
    ];
  });
  return table(["", "a second", "lowest to highest", `of ${reference}`, "p50, ms", "p99, ms"], rows);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
