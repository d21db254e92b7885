/** What `npm test` leaves to `npm run test:all`: files that take long, or whose subject an ordinary change rarely touches. */
export const longTests = [
  // The same suites as for Postgres, on ClickHouse. That of the drain stays.
  "tests/unit/!(click-drain)-clickhouse.test.ts",
  "tests/unit/clickhouse-store.test.ts",
  "tests/api/clicks-clickhouse.test.ts",
  "tests/faults/clickhouse.test.ts",
  // The whole contract again, where Next answers alone. tests/api/next-alone.test.ts stays.
  "tests/api/contract-next.test.ts",
  // Counts, for the cost of the API.
  "tests/api/statements.test.ts",
  // Operations: each takes a minute or more.
  "tests/faults/alerts.test.ts",
  "tests/faults/alerts-slow.test.ts",
  "tests/faults/backup-elsewhere.test.ts",
  "tests/faults/backup-fails.test.ts",
  "tests/faults/drill.test.ts",
  "tests/faults/move-clicks.test.ts",
  "tests/faults/package.test.ts",
  "tests/faults/point-in-time.test.ts",
  "tests/faults/rotate-secret.test.ts",
  "tests/faults/webhooks.test.ts",
  "tests/faults-long/**",
];
