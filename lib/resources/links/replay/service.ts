import { resolve } from "node:path";
import { Tinypool } from "tinypool";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { formatTimestamp, parseTimestamp } from "@/lib/contract/timestamp";
import type { z } from "@/lib/contract/zod";
import { FairQueue } from "@/lib/platform/limits/fair-queue";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import { type PastRules, pastRules } from "@/lib/resources/links/history/past-rules";
import { draftOf } from "@/lib/resources/links/routing/draft";
import { OWN, variantKey } from "@/lib/resources/links/routing/ready-rules";
import { getLink } from "@/lib/resources/links/service";
import { type NamedVariant, namesOf, pastNames, presentNames } from "@/lib/resources/links/statistics/named-variants";
import { shownDetailOf } from "@/lib/resources/plans/clicks";
import { columnsNeededFor, GONE, type Replayed, type Tally } from "./replay";
import { MOST_VISITS, type ReplayInput, type replayed } from "./schema";
import type { ReplayOrder } from "./worker";

/** Visits with the same actual or replayed destination. */
export interface Way extends Pick<NamedVariant, "rule" | "position" | "destination"> {
  visits: number;
}

export interface ReplayFindings extends Omit<Replayed, "before" | "after" | "earliest"> {
  from: Date;
  to: Date;
  /** since when visits were replayed; null if all of the period was */
  since: Date | null;
  /** most visits first */
  before: Way[];
  after: Way[];
}

const DAY_MS = 86_400_000;
const usualDays = 30;

/** Returns where visitors of the actor's link would have gone with these changes. Stops when the client has left. */
export async function replay(
  actor: Actor,
  id: number,
  { from, to, ...changes }: ReplayInput,
  signal?: AbortSignal,
): Promise<ReplayFindings> {
  authorize(actor, "links:write");
  const present = await getLink(actor, id);
  const { link } = draftOf(present, changes);
  const end = momentOf(to) ?? Date.now();
  const begin = momentOf(from) ?? end - usualDays * DAY_MS;
  const { limit, retainedFrom } = shownDetailOf(actor);
  const start = Math.max(begin, retainedFrom ?? begin);
  const past = await pastRules(actor, id);
  // Clicks on a link without rules do not record where they led.
  const steady = past.every(({ destination }) => destination === null);
  const own = variantKey(OWN, new URL(present.destination).href);
  const found = await replayThread().run(
    {
      query: { linkId: id, from: start, to: end, most: MOST_VISITS, limit, needed: columnsNeededFor(link) },
      // Every counted click belongs to a visitor who was admitted.
      link: { ...link, off: false, disabled: null, passwordHash: null },
      ownThen: steady ? own : null,
    },
    actor,
    signal,
  );
  const { earliest, ...counts } = found;
  const cut = counts.visits + counts.locked >= MOST_VISITS ? earliest : null;
  const since = cut ?? (start > begin ? start : null);
  const destination = changes.url ?? present.destination;
  return {
    ...counts,
    ...{ from: new Date(begin), to: new Date(end), since: since === null ? null : new Date(since) },
    before: waysOf(found.before, presentAndPastNames(present, past), {
      [OWN]: { rule: OWN, position: null, destination: steady ? present.destination : null },
    }),
    after: waysOf(found.after, namesOf(link.rules, destination), {
      [GONE]: { rule: GONE, position: null, destination: link.expiryUrl },
    }),
  };
}

type Names = ReturnType<typeof namesOf>;
type Named = Omit<Way, "visits">;

function presentAndPastNames(present: Parameters<typeof presentNames>[0], past: PastRules[]): Names {
  const names = presentNames(present);
  for (const [variant, named] of pastNames(past)) if (!names.has(variant)) names.set(variant, named);
  return names;
}

/**
 * Combines destinations with the same name. A name that is not a variant's belongs to a rule, by its position at the
 * time.
 */
function waysOf(tally: Tally, names: Names, others: Record<string, Named>): Way[] {
  const ways = new Map<string, Way>();
  for (const [key, visits] of Object.entries(tally)) {
    const named = names.get(key) ?? others[key] ?? { rule: null, position: null, destination: null };
    const same = `${named.rule} ${named.destination}`;
    ways.set(same, { ...named, visits: visits + (ways.get(same)?.visits ?? 0) });
  }
  return [...ways.values()].sort((one, other) => other.visits - one.visits);
}

const momentOf = (text: string | undefined) => (text === undefined ? undefined : parseTimestamp(text)?.getTime());

const idleMs = 30_000;
const longestMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
/**
 * Maximum number of waiting replays. One replay runs at a time. An account may have several, because a team has several
 * people.
 */
const limits = { all: 16, each: 4 };

/** Replays visits in a separate thread, because a million of them take seconds. The thread starts on demand. */
class ReplayThread {
  private readonly turns = new FairQueue(1, limits, "too_busy");
  private readonly pool: Tinypool;

  constructor(filename: string) {
    this.pool = new Tinypool({
      filename,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      resourceLimits,
      execArgv: [],
    });
    // Handles a thread that fails while no replay waits for it.
    this.pool.on("error", (error) => log.error({ error: String(error) }, "the replay thread failed"));
  }

  /**
   * Runs a replay. Throws `too_busy` if too many wait or it takes too long. Stops at any point when its client has
   * left.
   */
  async run(order: ReplayOrder, { userId }: Actor, signal?: AbortSignal): Promise<Replayed> {
    const begin = async () => {
      const ends = [AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])];
      return (await this.pool.run(order, { signal: AbortSignal.any(ends) })) as Replayed;
    };
    try {
      return await this.turns.take({ userId }, begin, signal);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!signal?.aborted) log.error({ error: String(error) }, "visits could not be replayed");
      throw new AppError("too_busy");
    }
  }

  /** Returns the number of waiting replays. */
  get waiting(): number {
    return this.turns.waiting;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

const replayThread = () => processSingleton("replays", () => new ReplayThread(resolve(".build/replay-worker.js")));

/** Returns the result of a replay as documented. */
export function presentReplay({
  from,
  to,
  since,
  undecided,
  guessed,
  ...found
}: ReplayFindings): z.infer<typeof replayed> {
  const { visits, moved, locked, before, after } = found;
  return {
    ...{ from: formatTimestamp(from), to: formatTimestamp(to), since: since && formatTimestamp(since) },
    ...{ visits, after: after.map(presentWay), before: before.map(presentWay), moved },
    ...{
      undecided: undecided.query + undecided.language + undecided.visitor,
      locked,
      message: messageOf(undecided, guessed),
    },
  };
}

const presentWay = ({ rule, destination, visits }: Way) => ({ rule, destination, visits });

const messageOf = ({ query, language, visitor }: ReplayFindings["undecided"], guessed: number) =>
  `Some visits cannot be replayed: ${visits(query)} because paths and parameters other than UTM are not stored, ` +
  `${visits(language)} because the region and script of languages are not stored, and ` +
  `${visits(visitor)} because the visitor asked not to be tracked. For ${visits(guessed, "older ")} without a recorded ` +
  "device, the device is inferred from the operating system.";

const visits = (count: number, adjective = "") => `${count} ${adjective}${count === 1 ? "visit" : "visits"}`;
