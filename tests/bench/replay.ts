// How long a replay takes: `decide` gets VISITS (1,000,000) stored visits of a link, with draft rules of several kinds.
import { provide } from "@/lib/platform/env";
import { columnsNeededFor } from "@/lib/resources/links/replay/replay";
import work from "@/lib/resources/links/replay/worker";
import type { Decided } from "@/lib/resources/links/routing/decide";
import { readyRules } from "@/lib/resources/links/routing/ready-rules";
import { OWN, variantKey } from "@/lib/resources/links/routing/variants";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import { startClickDatabase } from "../support/click-database";
import { processorTime } from "./processor-time";
import { count, keepResults, table } from "./results";

/** The goal for a million visits. */
const MOST_SECONDS = 5;
const VISITS = Number(process.env.VISITS ?? 1_000_000);
const DAY_MS = 86_400_000;
const to = (name: string) => `https://${name}.example/`;

const drafts: [string, LinkRule[]][] = [
  ["a country", [{ when: { country: ["FR"] }, to: to("fr") }]],
  ["a country at weekends", [{ when: { country: ["FR"], days: ["sat", "sun"] }, to: to("fr") }]],
  ["a split", [{ when: {}, split: ["a", "b"].map((name) => ({ to: to(name), weight: 1 })) }]],
  [
    "all at once",
    [
      { when: { country: ["FR"], language: ["fr"] }, to: to("fr") },
      { when: { device: ["iphone", "android"], os: ["iOS"] }, to: to("phone") },
      {
        when: { days: ["sat", "sun"], hours: { from: "09:00", until: "17:00" }, timezone: "Europe/Paris" },
        to: to("weekend"),
      },
      { when: { query: [{ name: "utm_source", value: "mail" }] }, to: to("mail") },
      { when: { query: [{ name: "ref" }], browser: ["Firefox"] }, to: to("ref") },
      { when: {}, split: ["a", "b", "c"].map((name) => ({ to: to(name), weight: 1 })) },
    ],
  ],
];

const database = await startClickDatabase(2);
try {
  provide({ APP_SECRET: "a secret of the bench, which is long enough", DATABASE_URL: database.url });
  const now = Date.now();
  const { ensurePartitions } = await import("@/lib/clicks/postgres/partitions");
  await ensurePartitions(database.client, [now, now - 15 * DAY_MS, now - 29 * DAY_MS]);
  // As the drain stores them: mixed with the clicks of another link, so that no page holds only one link's.
  await database.client.query(`insert into clicks (at, link_id, visitor, "unique", country, language, referrer, browser, os, device,
      utm_source, ruleset, devices)
    select now() - (n * interval '29 days' / ${2 * VISITS}), 1 + n % 2, (random() * 9e17)::bigint, false,
      (array['FR', 'DE', 'US'])[1 + n % 3], (array['fr', 'de', 'en'])[1 + n % 3], 'Direct',
      (array['Firefox', 'Safari', 'Chrome'])[1 + n % 3], (array['Linux', 'iOS', 'Windows'])[1 + n % 3],
      (array['Desktop', 'Mobile', 'Desktop'])[1 + n % 3], case when n % 7 = 0 then 'mail' end, 1,
      (array[16416, 16385, 16392])[1 + n % 3]
    from generate_series(1, ${2 * VISITS}) as n`);
  await database.client.query("vacuum analyze clicks");
  const rows: string[][] = [];
  for (const [name, rules] of drafts) {
    const link: Decided = {
      ...{
        id: 1,
        type: "direct",
        off: false,
        disabled: null,
        expiresAt: null,
        expiryUrl: null,
        passwordHash: null,
      },
      ...{ destination: to("own"), addedQuery: "", status: 302, forward: null, opensApps: false },
      rules: readyRules(rules, null),
    };
    const query = { linkId: 1, from: now - 30 * DAY_MS, to: now + DAY_MS, most: 1_000_000, limit: null };
    const used = process.cpuUsage();
    const usedByAll = processorTime([process.pid]);
    const began = performance.now();
    const { visits, moved } = await work({
      query: { ...query, needed: columnsNeededFor(link) },
      link,
      ownThen: variantKey(OWN, link.destination),
    });
    const seconds = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(used);
    const ofThread = (user + system) / 1e6;
    const ofPostgres = processorTime([process.pid]) - usedByAll - ofThread;
    rows.push([name, count(visits), count(moved), ...[seconds, ofThread, ofPostgres].map((value) => value.toFixed(1))]);
    if (VISITS <= 1_000_000 && seconds > MOST_SECONDS) {
      console.error(`${name}: ${seconds.toFixed(1)} s, where at most ${MOST_SECONDS} are wanted`);
      process.exitCode = 1;
    }
  }
  keepResults(
    "Replay",
    `${count(VISITS)} visits of one link, kept beside as many of another, through the redirect's own decision with draft rules.

${table(["rules", "visits", "moved", "seconds", "CPU seconds of the thread", "of Postgres"], rows)}`,
  );
} finally {
  await database.stop();
}
