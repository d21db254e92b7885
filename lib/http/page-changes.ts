import { announce, subscribe, type Topic, topics } from "@/lib/platform/database/changes";

/** The header in which the pages process reports to server.ts what changed while it answered. */
export const CHANGED = "x-signpost-changed";

/** How many changes are remembered. If more happen at once, all data of these topics counts as changed. */
const MOST = 500;
/** The maximum length of the header's value. Node accepts 16 KiB of headers. */
const MOST_CHARACTERS = 4_096;

type Change = [topic: Topic, key?: string];

/** The latest changes that this process announced or received. */
export class LatestChanges {
  private readonly changes: Change[] = [];
  private forgotten = 0;

  constructor() {
    for (const topic of topics) {
      if (topic === "clicks_counted") continue;
      subscribe(topic, {
        changed: (key) => this.add([topic, key]),
        anyChanged: (certain) => certain && this.add([topic]),
      });
    }
  }

  /** The number of changes so far. */
  get count(): number {
    return this.forgotten + this.changes.length;
  }

  /** Returns the changes after the first `count` as a header's value, or undefined if there are none. */
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

/** Announces the changes that the pages process reported. It runs before the caller gets the answer. */
export function announceChanges(value: string): void {
  for (const [topic, key] of JSON.parse(decodeURIComponent(value)) as Change[]) announce(topic, key);
}
