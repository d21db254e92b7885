import type { ClickDimension, ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "./enriched-click";
import type { Period } from "./period";
import type { FilterDimension, Sample, SelectedClicks, Selection } from "./selection";
import type { Told } from "./told-line";

/** A line as it was recorded (without its newline), at its place in its journal. */
export interface Line {
  from: number;
  to: number;
  bytes: Buffer;
}

/** A line that cannot be stored, and why. */
export interface Refused extends Line {
  reason: string;
}

/** What a page has told, in the line that begins at byte `from`. */
export type PlacedTold = Told & { from: number };

/** A part of a journal: its lines from byte `from` up to byte `to`. */
export interface Batch {
  journal: string;
  from: number;
  to: number;
  clicks: EnrichedClick[];
  told: PlacedTold[];
  /** lines of it that are set aside, since they cannot be stored */
  refused?: Refused[];
}

/** Where the drain keeps clicks. After a failure it begins again with a new one. */
export interface ClickStore {
  /** Up to which byte a journal has been stored. */
  offsetOf(journal: string): Promise<number>;
  /** Up to which byte a journal has been counted. What is before it can only be stored as the batch that it was. */
  countedTo(journal: string): Promise<number>;
  /**
   * Stores a batch and moves the journal's offset from `from` to `to`, both or neither: whatever happens, each click
   * counts once, and so does what pages have told. Throws, with nothing counted, when the database fails or the offset is
   * not at `from`.
   */
  store(batch: Batch): Promise<void>;
  /** Forgets the offset of a journal that has been deleted. */
  forget(journal: string): Promise<void>;
  /** Erases a part of what was counted of links and so on that have been deleted. False where nothing is left of it. */
  erase(): Promise<boolean>;
  /** Erases a part of the clicks that are due (see `planExpiry`). False where nothing is left of them. */
  expire(): Promise<boolean>;
  /** Judges a minute that is over (see bursts.ts), and corrects what was counted of it. False where none is due. */
  judge(): Promise<boolean>;
  /** Makes clicks of months that are over, and who has met what, take less space, some at a time. False where nothing is left to do. */
  pack(): Promise<boolean>;
}

/** What is read of the clicks that a `ClickStore` has stored. */
export interface ClickStatistics {
  /** What is known of the clicks on a link, QR code, campaign or bio page. All zero for one that has none. */
  statisticsOf(subject: ClickSubject, id: number, options: StatisticsOptions): Promise<Statistics>;
  /** The clicks of each day of a period, days without any included, the earliest first. */
  clicksOverTime(subject: ClickSubject, id: number, period: Period): Promise<DayClicks[]>;
  /** The regions and cities, a hundred of each, from which most people have clicked on these links, most first. */
  placesClicked(linkIds: number[]): Promise<{ dimension: ClickDimension; value: string }[]>;
  /** The distinct hashes of a subject's visitors from `from` to before `to` (ms), for `uniqueVisitors`. */
  visitorsBetween(subject: ClickSubject, id: number, from: number, to: number): Promise<number[]>;
  /** What the roll-ups do not know, counted from the newest clicks themselves (see `MOST_CLICKS`). */
  selectedClicks(selection: Selection): Promise<SelectedClicks>;
  /** The clicks of people on each of several subjects, by its id and then by day: `2027-01-31`. Days without are left out. */
  clicksByDay(subject: ClickSubject, ids: number[], period: Period): Promise<ClicksByDay>;
  /** The clicks of people on several links together, without their visitors. */
  clicksTogether(links: number[], options: TogetherOptions): Promise<Omit<ClicksTogether, "visitors">>;
  /** The same, counted from the newest clicks themselves (see `MOST_CLICKS`): roll-ups know no hours. */
  clicksTogetherWithin(links: number[], options: WithinOptions): Promise<ClicksWithin>;
  /** How often people have clicked on these links from one moment to before another; null where more than `most` had to be read. */
  clicksBetween(links: number[], from: number, to: number, most: number): Promise<number | null>;
}

export interface TogetherOptions {
  /** the first of the days that are listed, which may be before the period */
  since: string;
  period: Period;
  /** see `StatisticsOptions` */
  limit: number | null;
  /** of how many links it is told how often each was clicked */
  mostLinks: number;
}

export interface ClicksTogether {
  /** from `since` on, the earliest first; days without any are left out */
  days: Omit<DayClicks, "robots">[];
  /** different visitors of all links together, in the period and from `since` to before it */
  visitors: { now: number; before: number };
  /** in the period, most clicked first */
  links: { id: number; clicks: number }[];
  /** in the period, the ten largest, largest first */
  countries: TopEntry[];
  referrers: TopEntry[];
}

/** Moments are milliseconds since 1970, `to` is excluded. */
export interface WithinOptions extends Pick<TogetherOptions, "limit" | "mostLinks"> {
  /** from here on there are samples */
  from: number;
  /** from here on links, countries and referrers are counted */
  present: number;
  to: number;
  /** reads the newest so many clicks */
  most: number;
}

export interface ClicksWithin extends Omit<ClicksTogether, "days"> {
  /** a quarter of an hour each, the earliest first */
  samples: Omit<Sample, "robots">[];
  /** when the earliest click was that was read, where there may be others before it */
  since: number | null;
}

export type ClicksByDay = Map<number, Map<string, number>>;

/** What is read of the clicks themselves. */
export interface ClickLog {
  /**
   * The clicks on these links, QR codes or bio pages, robots included: one subject after the other by their ids, which
   * ascend, of each the newest first. No more than `limit` of them, from behind `after` on, which is one on the first of them.
   */
  clicksOn(subject: LoggedSubject, ids: number[], limit: number, after?: LoggedClick): Promise<LoggedClick[]>;
}

/** A click on a campaign is one on a link. */
export type LoggedSubject = Exclude<ClickSubject, "campaign">;

/** A click as it was stored, without its visitor; empty texts are null. */
export interface LoggedClick {
  /** of the subject that was asked for */
  id: number;
  at: Date;
  /** where it stands among those of the same moment: for `after` */
  place: string;
  campaignId: number | null;
  unique: boolean;
  robot: string | null;
  /** of a robot; null where it was stored before there were classes */
  class: string | null;
  /** the version of the rules that judged it; null where it was stored before there were any */
  ruleset: number | null;
  country: string | null;
  region: string | null;
  city: string | null;
  language: string | null;
  referrer: string | null;
  browser: string | null;
  os: string | null;
  device: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  rule: string | null;
  variant: string | null;
  bioBlock: string | null;
  /** see `EnrichedClick` */
  beyond: number;
}

export interface StatisticsOptions {
  /** of how many clicks a month the detail is told: what the plan of whoever looks allows; null for all of them */
  limit: number | null;
  /** without: since the beginning */
  period?: Period;
  /** also counts robots */
  robots?: boolean;
  /** lists all countries, not the ten largest, and counts sources out of up to `MOST_VALUES` referrers */
  allCountries?: boolean;
  /** of what not the ten largest values are listed, but up to `MOST_VALUES` */
  whole?: FilterDimension;
}

export interface Statistics {
  clicks: number;
  /** how many of `clicks` are beyond `limit`: they are in none of the lists */
  locked: number;
  /** different visitors, in the period if there is one */
  uniqueClicks: number;
  /** each list: the ten largest unless it says all, largest first */
  countries: TopEntry[];
  /** empty where none is known of any click */
  regions: TopEntry[];
  cities: TopEntry[];
  referrers: TopEntry[];
  /** those of `referrers`, before the ten largest were taken, by who stands behind them (see `sourceOf`) */
  sources: TopEntry[];
  browsers: TopEntry[];
  systems: TopEntry[];
  devices: TopEntry[];
  languages: TopEntry[];
  /** visits that came from Facebook, X and Instagram */
  social: { network1: number; network2: number; network3: number };
  /** by the visits' own UTM parameters; those without are left out */
  utm: { source: TopEntry[]; medium: TopEntry[]; campaign: TopEntry[]; term: TopEntry[]; content: TopEntry[] };
  /** all, of a link: by what decided where they went (see `ClickSubjects.rule`); those sent to the destination are left out */
  rules: TopEntry[];
  /** all, of a link: by what decided, whatever it is called by now (see `ClickSubjects.variant`), with the visitors of each */
  variants: VariantEntry[];
  /** all, of a bio page: by the block that was clicked, apart from the visits of the page that `clicks` counts */
  blocks: TopEntry[];
  /** visits that are no person's, whether or not they are counted: by what they are, and by the rules that say so (see `Verdict`) */
  classes: TopEntry[];
  robots: TopEntry[];
}

export interface TopEntry {
  /** a country's, region's or language's code, a host, a name; or `Unknown`, `Direct` */
  value: string;
  clicks: number;
}

export interface VariantEntry extends TopEntry {
  /** different visitors who went its way, in the period if there is one */
  visitors: number;
}

export interface DayClicks {
  /** YYYY-MM-DD in UTC */
  day: string;
  clicks: number;
  /** not among `clicks` */
  robots: number;
}
