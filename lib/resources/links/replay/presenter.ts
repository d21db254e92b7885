import { formatTimestamp } from "@/lib/contract/timestamp";
import type { z } from "@/lib/contract/zod";
import type { replayed } from "./schema";
import type { ReplayFindings, Way } from "./service";

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
    ...{ undecided: undecided.query + undecided.visitor, locked, message: messageOf(undecided, guessed) },
  };
}

const presentWay = ({ rule, destination, visits }: Way) => ({ rule, destination, visits });

const messageOf = ({ query, visitor }: ReplayFindings["undecided"], guessed: number) =>
  "No click keeps the path and the parameters that were visited, but for UTM, nor who somebody is that asked not to be " +
  `tracked: ${visits(query)} whose destination depends on parameters, and ${visitor} whose part of a split nobody knows, are ` +
  `undecided, and of ${guessed} that ${guessed === 1 ? "was" : "were"} recorded by an earlier version the device was told by its system.`;

const visits = (count: number) => `${count} ${count === 1 ? "visit" : "visits"}`;
