import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import type { PageEvent } from "@/lib/clicks/journal/line";
import type { Period } from "./period";
import type { FilterDimension, Sample, SelectedClicks, Selection } from "./selection";
import type { ShownText } from "./stored-columns";

/** A recorded line without its newline, with its place (in bytes) in its journal. */
export interface Line {
  from: number;
  to: number;
  bytes: Buffer;
}

/** A line that cannot be stored, and why. */
export interface Refused extends Line {
  reason: string;
}

/** An event that a page reported, in the line that begins at byte `from`. */
export type PlacedEvent = PageEvent & { from: number };

/** A part of a journal: its lines from byte `from` to before byte `to`. */
export interface Batch {
  journal: string;
  from: number;
  to: number;
  clicks: EnrichedClick[];
  events: PlacedEvent[];
  /** lines that are quarantined because they cannot be stored */
  refused?: Refused[];
}

/** The place where the drain stores clicks. After a failure, open a new one. */
export interface ClickStore {
  /** Returns the byte up to which a journal has been stored. */
  offsetOf(journal: string): Promise<number>;
  /**
   * Returns the byte up to which a journal has been counted. Anything before it can only be stored as the same batch
   * again.
   */
  countedTo(journal: string): Promise<number>;
  /**
   * Stores a batch and moves the journal's offset from `from` to `to` atomically, so that each click and each page
   * event counts exactly once. Throws without counting anything if the database fails or the offset is not at `from`.
   */
  store(batch: Batch): Promise<void>;
  /** Deletes the offset of a deleted journal. */
  forget(journal: string): Promise<void>;
  /** Erases a part of the counts of deleted links and other subjects. Returns false if nothing is left to erase. */
  erase(): Promise<boolean>;
  /** Erases a part of the clicks that are due (see `planExpiry`). Returns false if none are left. */
  expire(): Promise<boolean>;
  /** Judges one finished minute (see bursts.ts) and corrects its counts. Returns false if none is due. */
  judge(): Promise<boolean>;
  /**
   * Packs some clicks of past months, and visitors, so that they take less space. Returns false if nothing is left to
   * do.
   */
  pack(): Promise<boolean>;
}

/** Reads the clicks that a `ClickStore` has stored. */
export interface ClickStatistics {
  /** Returns the statistics of a link, QR code, campaign or bio page; all zero if it has no clicks. */
  statisticsOf(subject: ClickSubject, id: number, options: StatisticsOptions): Promise<Statistics>;
  /** Returns the clicks of every day of a period, including days without clicks, earliest first. */
  clicksOverTime(subject: ClickSubject, id: number, period: Period): Promise<DayClicks[]>;
  /** Returns up to a hundred regions and a hundred cities with the most clicks by people on these links, most first. */
  placesClicked(linkIds: number[]): Promise<{ dimension: ClickDimension; value: string }[]>;
  /** Returns the distinct visitor hashes of a subject from `from` to before `to` (ms), for `uniqueVisitors`. */
  visitorsBetween(subject: ClickSubject, id: number, from: number, to: number): Promise<number[]>;
  /** Counts what the roll-ups do not contain, from the newest clicks themselves (see `MOST_CLICKS`). */
  /** If `signal` aborts, the store stops reading. */
  selectedClicks(selection: Selection, signal?: AbortSignal): Promise<SelectedClicks>;
  /**
   * Returns the clicks by people on several subjects, by id and then by day (`2027-01-31`), without days that have
   * none.
   */
  clicksByDay(subject: ClickSubject, ids: number[], period: Period): Promise<ClicksByDay>;
  /** Returns the clicks by people on several links together, without their visitors. */
  combinedClicks(links: number[], options: CombinedOptions): Promise<Omit<CombinedClicks, "visitors">>;
  /** The same, counted from the newest clicks themselves (see `MOST_CLICKS`), because roll-ups contain no hours. */
  combinedClicksWithin(links: number[], options: WithinOptions): Promise<ClicksWithin>;
  /**
   * Returns how often people clicked on these links from `from` to before `to` (ms); null if that means reading more
   * than `most`.
   */
  clicksBetween(links: number[], from: number, to: number, most: number): Promise<number | null>;
}

export interface CombinedOptions {
  /** first of the listed days; may be before the period */
  since: string;
  period: Period;
  /** see `StatisticsOptions` */
  limit: number | null;
  /** number of links to list with their clicks */
  mostLinks: number;
}

export interface CombinedClicks {
  /** from `since` on, earliest first; without days that have no clicks */
  days: Omit<DayClicks, "robots">[];
  /** different visitors of all links together: in the period, and from `since` to before the period */
  visitors: { now: number; before: number };
  /** in the period, most clicks first */
  links: { id: number; clicks: number }[];
  /** in the period, the ten largest, largest first */
  countries: TopEntry[];
  /** in the period, up to `MOST_VALUES`, largest first */
  referrers: TopEntry[];
}

/** Moments are milliseconds since 1970; `to` is excluded. */
export interface WithinOptions extends Pick<CombinedOptions, "limit" | "mostLinks"> {
  /** samples begin here */
  from: number;
  /** links, countries and referrers are counted from here on */
  present: number;
  to: number;
  /** maximum number of clicks to read, newest first */
  most: number;
}

export interface ClicksWithin extends Omit<CombinedClicks, "days"> {
  /** a quarter of an hour each, earliest first */
  samples: Omit<Sample, "robots">[];
  /** time of the earliest click that was read, if there may be earlier ones; else null */
  since: number | null;
}

export type ClicksByDay = Map<number, Map<string, number>>;

/** Reads the clicks themselves. */
export interface ClickLog {
  /**
   * Returns the clicks on these links, QR codes or bio pages, bots included: by subject id ascending, then newest
   * first. Returns at most `limit`, beginning after `after`, which is a click on the first subject.
   */
  clicksOn(subject: LoggedSubject, ids: number[], limit: number, after?: LoggedClick): Promise<LoggedClick[]>;
}

/** Campaigns are left out: a click on a campaign is a click on a link. */
export type LoggedSubject = Exclude<ClickSubject, "campaign">;

/** A stored click without its visitor; empty texts are null. `class` and `ruleset` are also null for older clicks. */
export interface LoggedClick extends Record<ShownText, string | null> {
  /** of the requested subject */
  id: number;
  at: Date;
  /** its position among clicks of the same moment, for `after` */
  place: string;
  campaign: number | null;
  unique: boolean;
  /** version of the rules that judged it */
  ruleset: number | null;
  /** see `EnrichedClick` */
  beyond: number;
}

export interface StatisticsOptions {
  /** number of clicks a month whose detail is shown, by the viewer's plan; null for all */
  limit: number | null;
  /** if missing: since the beginning */
  period?: Period;
  /** also counts bots */
  robots?: boolean;
  /** lists all countries instead of the ten largest, and counts sources from up to `MOST_VALUES` referrers */
  allCountries?: boolean;
  /** dimension that lists up to `MOST_VALUES` values instead of the ten largest */
  whole?: FilterDimension;
}

export interface Statistics {
  clicks: number;
  /** how many of `clicks` are beyond `limit`; no list contains them */
  locked: number;
  /** different visitors, in the period if one is given */
  uniqueClicks: number;
  /** each list: the ten largest unless it says all; largest first */
  countries: TopEntry[];
  /** empty if no click has a known one */
  regions: TopEntry[];
  cities: TopEntry[];
  referrers: TopEntry[];
  /** all `referrers`, before the ten largest are taken, grouped by company (see `nameSource`) */
  sources: TopEntry[];
  browsers: TopEntry[];
  systems: TopEntry[];
  devices: TopEntry[];
  languages: TopEntry[];
  /** visits from Facebook, X and Instagram */
  social: { network1: number; network2: number; network3: number };
  /** by the UTM parameters of the visits; visits without them are left out */
  utm: { source: TopEntry[]; medium: TopEntry[]; campaign: TopEntry[]; term: TopEntry[]; content: TopEntry[] };
  /**
   * all, of a link: by what decided the destination (see `ClickSubjects.rule`); without visits that no rule or split
   * decided
   */
  rules: TopEntry[];
  /**
   * all, of a link: by variant, regardless of its current name (see `ClickSubjects.variant`), each with its visitors
   */
  variants: VariantEntry[];
  /** all, of a bio page: by the clicked block; not included in `clicks`, which counts visits to the page */
  blocks: TopEntry[];
  /** visits by bots, counted or not: by class, and by the rule that recognized them (see `Verdict`) */
  classes: TopEntry[];
  robots: TopEntry[];
}

export interface TopEntry {
  /** code of a country, region or language, a host, a name, `Unknown` or `Direct` */
  value: string;
  clicks: number;
}

export interface VariantEntry extends TopEntry {
  /** different visitors who got this variant, in the period if one is given */
  visitors: number;
}

export interface DayClicks {
  /** YYYY-MM-DD in UTC */
  day: string;
  clicks: number;
  /** not included in `clicks` */
  robots: number;
}
