// The tests of trying rules on past clicks, with the clicks in ClickHouse.
import { test } from "vitest";
import { keepClicksInClickHouse } from "../support/click-database";
import { clickHouseServer } from "../support/clickhouse";

if (clickHouseServer) {
  keepClicksInClickHouse();
  await import("./try-rules.test");
} else {
  test.skip("needs a clickhouse-server on this machine", () => {});
}
