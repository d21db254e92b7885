// The tests of combined-clicks-in.test.ts, with the clicks in ClickHouse.
import { test } from "vitest";
import { keepClicksInClickHouse } from "../support/click-database";
import { clickHouseServer } from "../support/clickhouse";

if (clickHouseServer) {
  keepClicksInClickHouse();
  await import("./combined-clicks-in.test");
} else {
  test.skip("needs a clickhouse-server on this machine", () => {});
}
