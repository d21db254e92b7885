import { announce, subscribe, type Topic, topics } from "@/lib/platform/changes";

/** The header in which the pages process tells server.ts what has changed while it answered. */
export const CHANGED = "x-signpost-changed";

/** So many changes are remembered. Who changes more at once has everything of these topics looked at anew. */
const MOST = 500;
/** Of the header's value. Node reads 16 KiB of headers. */
const MOST_CHARACTERS = 4_096;

type Change = [topic: Topic, key?: string];

/** The latest changes that this process has announced or heard of. */
export class LatestChanges {
  private readonly changes: Change[] = [];
  private forgotten = 0;

  constructor() {
    for (const topic of topics) {
      if (topic === "clicks_counted") continue;
      subscribe(topic, { changed: (key) => this.add([topic, key]), missed: () => this.add([topic]) });
    }
  }

  /** How many there have been. */
  get count(): number {
    return this.forgotten + this.changes.length;
  }

  /** Those that came after the first `count`, as a header's value; undefined where there are none. */
  since(count: number): string | undefined {
    if (count === this.count) return undefined;
    if (count < this.forgotten) return headerOf(topics.map((topic): Change => [topic]));
    const changes = this.changes.slice(count - this.forgotten);
    const value = headerOf(changes);
    if (value.length <= MOST_CHARACTERS) return value;
    return headerOf([...new Set(changes.map(([topic]) => topic))].map((topic): Change => [topic]));
  }

  private add(change: Change): void {
    this.changes.push(change);
    if (this.changes.length <= MOST) return;
    this.changes.shift();
    this.forgotten++;
  }
}

const headerOf = (changes: Change[]) => encodeURIComponent(JSON.stringify(changes));

/** Announces in this process what the pages process has told, before whoever asked hears of it. */
export function announceChanges(value: string): void {
  for (const [topic, key] of JSON.parse(decodeURIComponent(value)) as Change[]) announce(topic, key);
}
