// A fleet at the peak of 10 billion redirects a month loses one instance forever and its database for five minutes. A
// simulation in steps of one second, the same in every run. Other benches measure what a single machine does.
import { keepInPage } from "./page-figures";
import { count, keepResults, table } from "./results";

/** Figures of other sections of RESULTS.md, rounded down, and defaults of the service. */
const measured = {
  /** redirects a second of one instance on 2 cores: "a million links, by Zipf's law" */
  redirects: 40_000,
  /** clicks a second that all drains together can store in one Postgres on 2 cores */
  stored: 25_000,
  /** bytes of a click in the journal */
  bytes: 150,
  /** links in an instance's cache */
  cached: 250_000,
  /** seconds of silence after which another instance adopts a journal */
  abandonedAfter: 15,
  /** JOURNAL_MAX_MB */
  journalMax: 2_048 * 2 ** 20,
};

const load = {
  month: 10e9,
  /** busiest hours compared with the average */
  peak: 5,
  links: 1_000_000,
  instances: 3,
};

const OUTAGE = { from: 60, to: 360 };
/** seconds until the balancer notices that an instance is dead; until then its connections fail and it tries another */
const UNNOTICED = 5;

const perSecond = (load.month / (365.25 * 24 * 3_600)) * 12 * load.peak;
/** The share of visits to links in a cache, by Zipf's law. */
const harmonic = (n: number) => Math.log(n) + 0.5772;
const hits = harmonic(measured.cached) / harmonic(load.links);

let seed = 20_261_121;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return (seed + 1) / 2 ** 32;
}
/** The number of visitors in a second if `mean` are expected: Poisson's distribution, nearly normal for large means. */
function arrivals(mean: number): number {
  const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
}

interface Instance {
  alive: boolean;
  /** clicks in the journal */
  waiting: number;
  longest: number;
}

const fleet: Instance[] = Array.from({ length: load.instances }, () => ({ alive: true, waiting: 0, longest: 0 }));
const total = { came: 0, answered: 0, unknown: 0, sentOn: 0, overloaded: 0, refused: 0, stored: 0 };
const minutes: (string | number)[][] = [];

/** Simulates one second of visits to one instance. */
function visit(instance: Instance, mean: number, databaseIsUp: boolean): void {
  const came = arrivals(mean);
  const served = Math.min(came, measured.redirects);
  const known = databaseIsUp ? served : Math.round(served * hits);
  const room = Math.max(0, Math.floor(measured.journalMax / measured.bytes) - instance.waiting);
  const kept = Math.min(known, room);
  total.came += came;
  total.overloaded += came - served;
  total.unknown += served - known;
  total.answered += known;
  total.refused += known - kept;
  instance.waiting += kept;
  instance.longest = Math.max(instance.longest, instance.waiting);
}

/** Simulates one second of all drains, which share the capacity of the database. */
function drain(second: number): void {
  let left = measured.stored;
  const adopted = second >= OUTAGE.from + measured.abandonedAfter;
  const drained = fleet.filter(({ alive, waiting }) => waiting > 0 && (alive || adopted));
  for (const [index, instance] of drained.sort((a, b) => a.waiting - b.waiting).entries()) {
    const stored = Math.min(instance.waiting, Math.floor(left / (drained.length - index)));
    instance.waiting -= stored;
    total.stored += stored;
    left -= stored;
  }
}

let caughtUpAt = 0;
for (let second = 0; caughtUpAt === 0 || second < caughtUpAt + 60; second++) {
  const up = second < OUTAGE.from || second >= OUTAGE.to;
  const [lost] = fleet;
  if (second === OUTAGE.from && lost) lost.alive = false;
  const living = fleet.filter(({ alive }) => alive);
  if (second >= OUTAGE.from && second < OUTAGE.from + UNNOTICED) total.sentOn += perSecond / fleet.length;
  for (const instance of living) visit(instance, perSecond / living.length, up);
  if (up) drain(second);
  const waiting = fleet.reduce((sum, instance) => sum + instance.waiting, 0);
  // Caught up: no more clicks wait than arrive in a second.
  if (second > OUTAGE.to && caughtUpAt === 0 && waiting < perSecond) caughtUpAt = second;
  if (second % 120 === 0) minutes.push([`${second / 60}`, up ? "up" : "down", living.length, count(waiting)]);
  if (second > 86_400) throw new Error("the fleet never catches up");
}
while (fleet.some(({ waiting }) => waiting > 0)) drain(86_400);

const longest = Math.max(...fleet.map((instance) => instance.longest));
const mebibytes = (clicks: number) => count((clicks * measured.bytes) / 2 ** 20);
if (total.stored !== total.answered - total.refused) throw new Error("a click was lost or doubled");

const result = `Simulated: ${load.instances} instances at ${count(perSecond)} redirects a second, ${load.peak} times the average of ${count(load.month)} a month, on
${count(load.links)} links by Zipf's law. After a minute one instance fails permanently, and the database for ${(OUTAGE.to - OUTAGE.from) / 60} minutes.

${table(
  ["", ""],
  [
    ["visitors answered", count(total.answered)],
    ["used another instance, because theirs accepted no connection", count(total.sentOn)],
    ["told to try again, as their link was in no cache during the outage", count(total.unknown)],
    ["requests that the instances could not answer", count(total.overloaded)],
    ["clicks stored", count(total.stored)],
    ["clicks refused by a full journal", count(total.refused)],
    ["clicks lost or stored twice", count(total.answered - total.refused - total.stored)],
    ["largest journal of one instance, MiB", mebibytes(longest)],
    ["JOURNAL_MAX_MB", count(measured.journalMax / 2 ** 20)],
    ["minutes from the database's return until all clicks were stored", ((caughtUpAt - OUTAGE.to) / 60).toFixed(1)],
  ],
)}

${table(["minute", "database", "instances", "waiting clicks"], minutes)}`;

keepResults("Fleet", result);
keepInPage("scaling.md", "bench:fleet", result);
