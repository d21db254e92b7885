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
