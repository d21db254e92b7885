import { MOST } from "@/lib/clicks/store/recount";
import { Digest, SEGMENT, sealPlace, segmentOf } from "@/lib/clicks/store/seal";
import type { Segment } from "./segments";

/** A click that differs from what the service stored: its id and facts. */
export interface DifferingClick {
  id: number;
  facts: string[];
}

/**
 * A segment whose clicks differ from the recorded ones. `lost` is the number of missing clicks; it is negative if there
 * are extra clicks.
 */
export interface DifferingSegment {
  segment: Segment;
  lost: number;
}

interface Tally {
  segment: Segment;
  whole: number;
  changed: number;
  digest: Digest;
}

/** Checks clicks one by one and then their sums, so it needs memory only for the segments. */
export class SegmentCheck {
  readonly suspects: DifferingClick[] = [];
  /** how many there are; only the first are listed */
  suspected = 0;
  /** number of clicks by the missing segment that they refer to */
  readonly strays = new Map<number, number>();
  private readonly tallies = new Map<number, Tally>();

  /** `since`: each click since this day has a seal; null if the day is not known */
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

  /** Checks a line of COPY: id, the columns of `factsOf`, seal. */
  add(line: string): void {
    const text = line.includes("\\") ? line.replace(/\\(.)/g, (_, char) => ESCAPES[char] ?? char) : line;
    const end = text.lastIndexOf("\t");
    const place = text.slice(0, end);
    const kept = text.slice(end + 1);
    const id = Number(place.slice(0, place.indexOf("\t")));
    const tally = this.tallies.get(segmentOf(id));
    const known = tally !== undefined && id % SEGMENT < tally.segment.clicks;
    const { seal, rest } = sealPlace(place);
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

  *uneven(): Generator<DifferingSegment> {
    for (const { segment, whole, changed, digest } of this.tallies.values()) {
      const lost = segment.clicks - segment.erased - whole - changed;
      const left = new Digest(segment.digest).minus(new Digest(segment.erasedDigest));
      if (lost !== 0 || (changed === 0 && !digest.bytes().equals(left))) yield { segment, lost };
    }
  }
}

const ESCAPES: Record<string, string> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0" };

/** Calls `take` with each line of a stream of bytes. */
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
