import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";
import { UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { utmFields } from "@/lib/contract/utm";
import { ALL_TIME } from "./period";

/** A value that clicks are counted by: `country` `FR`, `browser` `Firefox`. */
export interface DimensionValue {
  dimension: ClickDimension;
  value: string;
}

export interface Counts {
  clicks: number;
  /** first clicks of visitors, so that the days of a subject add up to its total */
  unique: number;
  values: Tally;
}

/** The counts of a subject on a day (UTC), or of all days under `ALL_TIME`. */
export interface RollupRow extends Counts {
  subject: ClickSubject;
  id: number;
  robot: boolean;
  day: string;
}

/**
 * The values of clicks beyond a number of clicks of their account in a month: see `ClickRollupBeyond` in the schema.
 */
export interface BeyondRow extends Pick<RollupRow, "subject" | "id" | "day" | "clicks" | "values"> {
  beyond: number;
}

interface Group extends Pick<RollupRow, "subject" | "id" | "robot"> {
  days: Map<string, Counts>;
}

interface BeyondGroup extends Group {
  beyond: number;
}

/** Adds up a batch of clicks. */
export class Rollup {
  readonly words: DimensionValue[] = [];
  private readonly places = new Map<ClickDimension, Map<string, number>>();
  private readonly groups: Record<ClickSubject, Map<number, Group>> = {
    link: new Map(),
    qr: new Map(),
    campaign: new Map(),
    bio: new Map(),
  };
  private readonly beyond = new Map<string, BeyondGroup>();

  /** Adds a click; -1 takes back one that was counted. */
  add(click: EnrichedClick, by: 1 | -1 = 1): void {
    const values = this.valuesOf(click);
    const robot = click.robot !== null;
    const day = dayOf(click.at);
    for (const { subject, id, first } of click.subjects) {
      const group = at(this.groups[subject], robot ? -id : id, () => ({ subject, id, robot, days: new Map() }));
      const counts = at(group.days, day, noCounts);
      const detail = click.beyond > 0 ? this.beyondOf(click.beyond, group, day) : counts;
      if (subject === "bio" && click.bioBlock) {
        // The visit to the page was counted when it was shown.
        detail.values.add(this.placeOf("block", click.bioBlock), by);
        continue;
      }
      counts.clicks += by;
      if (detail !== counts) detail.clicks += by;
      if (first) counts.unique += by;
      for (const value of values) detail.values.add(value, by);
      if (subject === "link") this.countDecided(detail, click, by);
    }
  }

  private countDecided(detail: Counts, { rule, variant, firstOfVariant }: EnrichedClick, by: 1 | -1): void {
    if (rule) detail.values.add(this.placeOf("rule", rule), by);
    if (variant) detail.values.add(this.placeOf("variant", variant), by);
    if (variant && firstOfVariant) detail.values.add(this.placeOf("variant_visitors", variant), by);
  }

  private beyondOf(beyond: number, { subject, id, robot }: Group, day: string): Counts {
    const group = at(this.beyond, `${subject} ${id} ${beyond}`, () => ({
      subject,
      id,
      robot,
      beyond,
      days: new Map(),
    }));
    return at(group.days, day, noCounts);
  }

  /**
   * Yields a row for each subject and day, and one for all days of the subject. The order is always the same, so two
   * drains that write the same rows cannot deadlock.
   */
  *rows(): Generator<RollupRow> {
    for (const group of this.allGroups().sort(inOrder)) {
      yield rowOf(group, ALL_TIME, sum([...group.days.values()]));
      for (const day of [...group.days.keys()].sort()) yield rowOf(group, day, group.days.get(day) as Counts);
    }
  }

  /** Yields the values beyond limits, which `rows` leaves out, in the same order. */
  *beyondRows(): Generator<BeyondRow> {
    for (const group of [...this.beyond.values()].sort((a, b) => inOrder(a, b) || a.beyond - b.beyond)) {
      const { beyond } = group;
      yield { ...rowOf(group, ALL_TIME, sum([...group.days.values()])), beyond };
      for (const day of [...group.days.keys()].sort())
        yield { ...rowOf(group, day, group.days.get(day) as Counts), beyond };
    }
  }

  /** Returns the clicks by people on subjects of a kind over all days: a row for each id. */
  totals(subject: ClickSubject): RollupRow[] {
    const groups = [...this.groups[subject].values()].filter(({ robot }) => !robot);
    return groups.map((group) => rowOf(group, ALL_TIME, sum([...group.days.values()])));
  }

  private allGroups(): Group[] {
    return Object.values(this.groups).flatMap((groups) => [...groups.values()]);
  }

  private valuesOf(click: EnrichedClick): number[] {
    const values = [
      this.placeOf("country", click.country ?? UNKNOWN),
      this.placeOf("referrer", click.referrer),
      this.placeOf("browser", click.browser),
      this.placeOf("os", click.os),
      this.placeOf("device", click.device),
      this.placeOf("language", click.language ?? UNKNOWN),
    ];
    if (click.region !== null) values.push(this.placeOf("region", click.region));
    if (click.city !== null) values.push(this.placeOf("city", click.city));
    if (click.social !== null) values.push(this.placeOf("social", click.social));
    if (click.robot !== null) values.push(this.placeOf("robot", click.robot));
    if (click.class !== null) values.push(this.placeOf("class", click.class));
    if (!click.utm) return values;
    for (const field of utmFields) {
      const value = click.utm[field];
      if (value) values.push(this.placeOf(`utm_${field}`, value));
    }
    return values;
  }

  private placeOf(dimension: ClickDimension, value: string): number {
    const places = at(this.places, dimension, () => new Map<string, number>());
    return at(places, value, () => this.words.push({ dimension, value }) - 1);
  }
}

function inOrder(a: Group, b: Group): number {
  return compare(a.subject, b.subject) || a.id - b.id || Number(a.robot) - Number(b.robot);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function rowOf({ subject, id, robot }: Group, day: string, { clicks, unique, values }: Counts): RollupRow {
  return { subject, id, robot, day, clicks, unique, values };
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

const noCounts = (): Counts => ({ clicks: 0, unique: 0, values: new Tally() });

/** Most batches have a single day. Its counts are then returned as they are. */
function sum([first = noCounts(), ...rest]: Counts[]): Counts {
  if (rest.length === 0) return first;
  const total = noCounts();
  for (const { clicks, unique, values } of [first, ...rest]) {
    total.clicks += clicks;
    total.unique += unique;
    for (const [index, place] of values.places.entries()) total.values.add(place, values.clicks[index] ?? 0);
  }
  return total;
}

let lastDay = { number: 0, text: ALL_TIME };

function dayOf(at: number): string {
  const number = Math.floor(at / 86_400_000);
  if (number !== lastDay.number) lastDay = { number, text: new Date(at).toISOString().slice(0, 10) };
  return lastDay.text;
}

/** Up to this many places, searching the list is cheaper than a map. */
const FEW = 32;

/** Clicks by the index of their value in `Rollup.words`. Most subjects have few values in a batch. */
export class Tally {
  readonly places: number[] = [];
  /** for each place */
  readonly clicks: number[] = [];
  private indexes: Map<number, number> | undefined;

  add(place: number, clicks: number): void {
    const index = this.indexes ? (this.indexes.get(place) ?? -1) : this.places.indexOf(place);
    if (index >= 0) {
      this.clicks[index] = (this.clicks[index] as number) + clicks;
      return;
    }
    this.indexes?.set(place, this.places.length);
    this.places.push(place);
    this.clicks.push(clicks);
    if (this.places.length === FEW) this.indexes = new Map(this.places.map((known, at) => [known, at]));
  }
}
