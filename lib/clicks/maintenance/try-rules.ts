import type { Client } from "pg";
import { freshenSpamHosts } from "@/lib/clicks/classify/spam-hosts";
import { RULESET, type Verdict } from "@/lib/clicks/classify/verdict";
import { pastInPostgres } from "@/lib/clicks/postgres/past-clicks";
import type { PastClick, ReadPast } from "@/lib/clicks/store/past-click";
import { env } from "@/lib/platform/env";
import { judgeMinute, type RuleDryRun } from "./rule-dry-run";

/** Minutes with more clicks than this are reported but not judged, because they are held in memory. */
const MOST_OF_A_MINUTE = 500_000;
const MOST_LINKS = 20;
const MOST_CHANGES = 50;
const MINUTE_MS = 60_000;

export interface Outcome {
  ruleset: number;
  clicks: number;
  from: string | null;
  to: string | null;
  /** for each class, and for `people`: the present number and the number by the new rules */
  classes: { class: string; now: number; would: number }[];
  changed: number;
  /** the most frequent ones; null means a person */
  changes: { from: string | null; to: string | null; clicks: number }[];
  links: { id: number; url: string | null; clicks: number }[];
  /** clicks that cannot be judged fully */
  unknown: { people: number; withoutNetwork: number; crowdedMinutes: number };
}

/** Judges the newest clicks by other rules and returns what would change. Changes nothing. */
export async function tryRules(client: Client, most: number, trial: RuleDryRun): Promise<Outcome> {
  const tally = new Tally();
  await freshenSpamHosts();
  let near: PastClick[] = [];
  const judge = (minute: number) => {
    const verdicts = near.length > MOST_OF_A_MINUTE ? null : judgeMinute(near, minute, trial);
    if (!verdicts) tally.crowded += 1;
    else for (const [click, verdict] of verdicts) tally.add(click, verdict);
  };
  let minute = Number.POSITIVE_INFINITY;
  for await (const clicks of (await readPast(client))(most)) {
    for (const click of clicks) {
      const reached = Math.floor(click.at / MINUTE_MS);
      // A minute can be judged once the minute before it has been read.
      while (minute > reached + 1) {
        if (near.some(({ at }) => Math.floor(at / MINUTE_MS) === minute)) judge(minute);
        near = near.filter(({ at }) => at < (minute + 1) * MINUTE_MS);
        minute = near.length > 0 ? minute - 1 : reached + 1;
      }
      if (near.length <= MOST_OF_A_MINUTE) near.push(click);
    }
  }
  for (const left of new Set(near.map(({ at }) => Math.floor(at / MINUTE_MS)))) if (left <= minute) judge(left);
  return tally.outcome(client);
}

async function readPast(client: Client): Promise<ReadPast> {
  return env.CLICKHOUSE_URL
    ? (await import("@/lib/clicks/clickhouse/past-clicks")).pastInClickHouse
    : pastInPostgres(client);
}

class Tally {
  crowded = 0;
  private clicks = 0;
  private changed = 0;
  private people = 0;
  private withoutNetwork = 0;
  private first = Number.POSITIVE_INFINITY;
  private last = Number.NEGATIVE_INFINITY;
  private readonly now = new Map<string, number>();
  private readonly later = new Map<string, number>();
  private readonly changes = new Map<string, number>();
  private readonly links = new Map<number, number>();

  add(click: PastClick, verdict: Verdict | null): void {
    const kind = click.robot === null ? "people" : (click.class ?? "robot");
    const next = verdict?.class ?? "people";
    this.clicks += 1;
    this.first = Math.min(this.first, click.at);
    this.last = Math.max(this.last, click.at);
    if (kind === "people") this.people += 1;
    if (click.network === null) this.withoutNetwork += 1;
    count(this.now, kind);
    count(this.later, next);
    if (kind === next && click.robot === (verdict?.rule ?? null)) return;
    this.changed += 1;
    count(this.changes, JSON.stringify([click.robot, verdict?.rule ?? null]));
    if (click.link > 0) count(this.links, click.link);
  }

  async outcome(client: Client): Promise<Outcome> {
    const links = largest(this.links, MOST_LINKS);
    const { rows } = await client.query<{ id: number; url: string }>(
      `select links.id, host || '/' || alias as url from links join domains on domains.id = domain_id where links.id = any($1)`,
      [links.map(([id]) => id)],
    );
    const urls = new Map(rows.map(({ id, url }) => [id, url]));
    const names = [...new Set([...this.now.keys(), ...this.later.keys()])].sort();
    return {
      ruleset: RULESET,
      clicks: this.clicks,
      from: this.clicks > 0 ? new Date(this.first).toISOString() : null,
      to: this.clicks > 0 ? new Date(this.last).toISOString() : null,
      classes: names.map((name) => ({ class: name, now: this.now.get(name) ?? 0, would: this.later.get(name) ?? 0 })),
      changed: this.changed,
      changes: largest(this.changes, MOST_CHANGES).map(([key, clicks]) => {
        const [from, to] = JSON.parse(key) as [string | null, string | null];
        return { from, to, clicks };
      }),
      links: links.map(([id, clicks]) => ({ id, url: urls.get(id) ?? null, clicks })),
      unknown: { people: this.people, withoutNetwork: this.withoutNetwork, crowdedMinutes: this.crowded },
    };
  }
}

const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

const largest = <Key>(counts: Map<Key, number>, most: number) =>
  [...counts].sort(([, a], [, b]) => b - a).slice(0, most);
