/** The tests that only `npm run test:all` runs: they take long, or ordinary changes rarely affect what they test. */
export const longTests = [
  // The same suites as for Postgres, on ClickHouse. The suite of the drain still runs in `npm test`.
  "tests/unit/!(click-drain)-clickhouse.test.ts",
  "tests/unit/clickhouse-store.test.ts",
  "tests/api/clicks-clickhouse.test.ts",
  "tests/faults/clickhouse.test.ts",
  // The whole contract again, and failures, with Next alone. tests/api/next-alone.test.ts still runs in `npm test`.
  "tests/api/contract-next.test.ts",
  "tests/faults/standalone.test.ts",
  // Sends each example of the API reference. tests/api/examples.test.ts, which records them, still runs in `npm test`.
  "tests/api/documented-examples.test.ts",
  // Counts SQL statements, for the cost of the API.
  "tests/api/statements.test.ts",
  // Counts the clicks and keys of common tasks. Other browser tests use the same pages.
  "tests/browser/tasks*.test.ts",
  // Pages whose API other tests check, and which change rarely.
  "tests/browser/bio-looks.test.ts",
  "tests/browser/channels.test.ts",
  "tests/browser/cities.test.ts",
  "tests/browser/conversion-figures.test.ts",
  "tests/browser/conversion-setting.test.ts",
  "tests/browser/docs-console.test.ts",
  "tests/browser/domain-brand.test.ts",
  "tests/browser/forwardings.test.ts",
  "tests/browser/instance-settings.test.ts",
  "tests/browser/leaving.test.ts",
  "tests/browser/link-cards.test.ts",
  "tests/browser/overlay-triggers.test.ts",
  "tests/browser/picture-uploads.test.ts",
  "tests/browser/pixel-pages.test.ts",
  "tests/browser/sms.test.ts",
  "tests/browser/split-winner.test.ts",
  "tests/browser/utm-templates.test.ts",
  // Much work at once: large accounts, files and links, bursts of visits, and a kill at every step of an erasure.
  "tests/faults/archive.test.ts",
  "tests/faults/bursts.test.ts",
  "tests/faults/expiry.test.ts",
  "tests/faults/hostile-import.test.ts",
  "tests/faults/memory.test.ts",
  // With a connection pooler in front of the database.
  "tests/faults/pooler.test.ts",
  // `npm run check` runs what it tests.
  "tests/unit/check-prisma.test.ts",
  // That the lines of the log reach the disk. Other tests read the log.
  "tests/faults/log.test.ts",
  // Tests of the tests' own servers.
  "tests/faults/support.test.ts",
  // Tests of operations. Each takes a minute or more.
  "tests/faults/alerts.test.ts",
  "tests/faults/alerts-slow.test.ts",
  "tests/faults/backup.test.ts",
  "tests/faults/backup-elsewhere.test.ts",
  "tests/faults/backup-fails.test.ts",
  "tests/faults/dead-connections.test.ts",
  "tests/faults/move-clicks.test.ts",
  "tests/faults/package.test.ts",
  "tests/faults/point-in-time.test.ts",
  "tests/faults/reverse-proxy.test.ts",
  "tests/faults/rotate-secret.test.ts",
  "tests/faults/split-decision.test.ts",
  "tests/faults/take-over.test.ts",
  "tests/faults/webhooks*.test.ts",
  "tests/faults-long/**",
];
