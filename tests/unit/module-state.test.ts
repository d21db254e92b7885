import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

// A module may exist several times in one process: see docs/decisions/two-module-graphs.md.

const sources = ["lib", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ts$/.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), "utf8") })),
);

/** State that each copy of a module may have for itself, and why. */
const mayDiffer: Record<string, string> = {
  "lib/auth/password.ts dummyHash": "a memo: the hash of no password",
  "lib/auth/providers.ts discovered": "a memo: what a provider says of itself",
  "lib/platform/secrets.ts keys": "a memo: keys derived from the secret",
  "lib/auth/session-rows.ts knownTokens": "a memo",
  "lib/clicks/clickhouse/client.ts created": "a memo: creating the tables twice does no harm",
  "lib/clicks/classify/device-words.ts bitsByAgent": "a memo",
  "lib/clicks/drain/drain-worker.ts backoff": "of a thread of its own",
  "lib/clicks/drain/drain-worker.ts complainedAt": "of a thread of its own",
  "lib/clicks/drain/drain-worker.ts finishing": "of a thread of its own",
  "lib/clicks/drain/drain-worker.ts freshenedAt": "of a thread of its own",
  "lib/clicks/drain/drain-worker.ts held": "of a thread of its own",
  "lib/clicks/drain/drain-worker.ts storedOf": "of a thread of its own",
  "lib/clicks/classify/enrich.ts agentByHeader": "a memo",
  "lib/clicks/classify/enrich.ts tagByHeader": "a memo",
  "lib/clicks/classify/geography.ts opened": "a memo: the files as they were at the start",
  "lib/clicks/classify/geography.ts placesIn": "a memo",
  "lib/clicks/classify/origin.ts seeds": "a memo",
  "lib/clicks/postgres/all-time.ts known": "a memo: a number never gets another value",
  "lib/clicks/postgres/partitions.ts known": "a memo of one connection",
  "lib/clicks/postgres/partitions.ts lastDay": "a memo",
  "lib/clicks/store/quarantine.ts quarantinedCount": "of the one copy that records without a drain",
  "lib/clicks/classify/regions.ts codesByCountry": "a memo",
  "lib/clicks/classify/regions.ts keys": "a memo",
  "lib/clicks/classify/regions.ts languages": "a memo",
  "lib/clicks/store/rollup.ts lastDay": "a memo",
  "lib/clicks/store/seal.ts key": "a memo: derived from the secret",
  "lib/clicks/classify/judge.ts networks": "of the drain's thread, read at its start",
  "lib/clicks/classify/spam-hosts.ts listed": "of the thread that judges, as the file was a minute ago",
  "lib/clicks/classify/visit.ts robotAgents": "a memo",
  "lib/clicks/classify/visit.ts visitors": "a memo",
  "lib/contract/html.ts joinedTemplates": "a memo",
  "lib/contract/local-time.ts clocks": "a memo",
  "lib/http/server-action.ts names": "a memo: the build's",
  "lib/http/answer-bytes.ts date": "a memo",
  "lib/http/answer-bytes.ts second": "a memo",
  "lib/http/strict-transport.ts ownHost": "a memo",
  "lib/platform/network/blocklist.ts current": "a memo, by the file's date",
  "lib/platform/network/blocklist.ts edited": "a memo, by its text",
  "lib/platform/database/changes.ts revalidatedAt": "only Next's proxy and its routes ask, each for itself",
  "lib/platform/process/priority.ts sessions": "of the process that makes a backup",
  "lib/platform/release.ts read": "a memo: the file as it was at the start",
  "lib/platform/database/statement.ts names": "a memo",
  "lib/platform/limits/rate-limit.ts warnedAt": "a warning more",
  "lib/resources/domains/service.ts defaultDomain": "a memo: the default domain's id never changes",
  "lib/resources/imports/format/columns.ts columnsByMapping": "a memo",
  "lib/resources/imports/file.ts rawEntries": "of entries while they are read",
  "lib/resources/sms/twilio.ts http": "a memo: a module that is loaded late",
  "lib/resources/links/routing/ready-rules.ts clocks": "a memo",
  "lib/resources/links/routing/ready-rules.ts last": "a memo",
  "lib/visits/pages/words.ts localeByHeader": "a memo",
  "lib/resources/links/replay/replay.ts agents": "a memo",
  "server/supervisor.ts hasRun": "a process of its own",
  "server/supervisor.ts program": "a process of its own",
  "server/supervisor.ts restarts": "a process of its own",
  "server/supervisor.ts service": "a process of its own",
  "server/supervisor.ts socket": "a process of its own",
  "server/supervisor.ts successor": "a process of its own",
};

it("changing values at the top of a module use processSingleton, or may differ between copies", () => {
  const changing =
    /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=]+)? = new (?:Map|Set|WeakMap|LRUCache)(?:<.*>)?\((?:\)|\{ max))/gm;
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(changing)].map(([, variable, collection]) => `${path} ${variable ?? collection}`),
  );
  const filled = [
    "lib/contract/places.ts countryCodes",
    "lib/contract/places.ts languageCodes",
    "lib/contract/places.ts namedLanguages",
  ];
  expect(found.filter((name) => !filled.includes(name)).sort()).toEqual(Object.keys(mayDiffer).sort());
});

it("each name in the process has one module", () => {
  const owners = new Map<string, Set<string>>();
  for (const { path, text } of sources)
    for (const [, name = ""] of text.matchAll(/processSingleton(?:<[^(]*>)?\(\s*"(\w+)"/g))
      owners.set(name, (owners.get(name) ?? new Set()).add(path));
  expect(owners.size).toBeGreaterThan(25);
  expect([...owners].filter(([, paths]) => paths.size > 1)).toEqual([]);
});
