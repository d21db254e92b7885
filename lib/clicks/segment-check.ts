import type { Segment } from "./postgres/segments";
import { MOST } from "./recount";
import { Digest, SEGMENT, sealOf, segmentOf } from "./seal";

/** A click that is not as the service has stored it: its id and facts. */
export interface Suspect {
  id: number;
  facts: string[];
}

/** A segment whose clicks are not those that were recorded; `lost` of them, less than nothing where there are too many. */
export interface Uneven {
  segment: Segment;
  lost: number;
}

interface Tally {
  segment: Segment;
  whole: number;
  changed: number;
  digest: Digest;
}

/** Looks at clicks one by one, and then at what they add up to: so it needs no more memory than there are segments. */
export class SegmentCheck {
  readonly suspects: Suspect[] = [];
  /** how many there are, of which the first are named */
  suspected = 0;
  /** clicks, by the segment that they say they are of and that is not there */
  readonly strays = new Map<number, number>();
  private readonly tallies = new Map<number, Tally>();

  /** `since`: the day from which on each click has a seal, null where that is not known */
  constructor(
    segments: Segment[],
    private readonly since: number | null,
  ) {
    for (const segment of segments)
      this.tallies.set(segment.number, { segment, whole: 0, changed: 0, digest: new Digest() });
  }

  get segments(): number {
    return this.tallies.size;
  }

  /** A line of COPY: id, what `factsOf` tells, seal. */
  add(line: string): void {
    const text = line.includes("\\") ? line.replace(/\\(.)/g, (_, char) => ESCAPES[char] ?? char) : line;
    const end = text.lastIndexOf("\t");
    const place = text.slice(0, end);
    const kept = text.slice(end + 1);
    const id = Number(place.slice(0, place.indexOf("\t")));
    const tally = this.tallies.get(segmentOf(id));
    const known = tally !== undefined && id % SEGMENT < tally.segment.clicks;
    const { seal, rest } = sealOf(place);
    if (seal === kept && known) {
      tally.whole += 1;
      tally.digest.add(rest);
    } else if (seal === kept) {
      this.strays.set(segmentOf(id), (this.strays.get(segmentOf(id)) ?? 0) + 1);
    } else {
      const [, ...facts] = place.split("\t");
      if (known) tally.changed += 1;
      else if (kept === "" && Number(facts[0]) < (this.since ?? Number.POSITIVE_INFINITY)) return;
      this.suspected += 1;
      if (this.suspects.length < MOST) this.suspects.push({ id, facts });
    }
  }

  *uneven(): Generator<Uneven> {
    for (const { segment, whole, changed, digest } of this.tallies.values()) {
      const lost = segment.clicks - segment.erased - whole - changed;
      const left = new Digest(segment.digest).minus(new Digest(segment.erasedDigest));
      if (lost !== 0 || (changed === 0 && !digest.bytes().equals(left))) yield { segment, lost };
    }
  }
}

const ESCAPES: Record<string, string> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0" };

/** The lines of a stream of bytes. */
export async function eachLine(stream: AsyncIterable<Buffer>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
  if (rest !== "") take(rest);
}
