// The tests of page-event-drain.test.ts, with the clicks in ClickHouse. Events from pages are always in Postgres.
import { test } from "vitest";
import { keepClicksInClickHouse } from "../support/click-database";
import { clickHouseServer } from "../support/clickhouse";

if (clickHouseServer) {
  keepClicksInClickHouse();
  await import("./page-event-drain.test");
} else {
  test.skip("needs a clickhouse-server on this machine", () => {});
}
