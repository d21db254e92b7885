// The same with the clicks in ClickHouse; what pages tell is in Postgres all the same.
import { test } from "vitest";
import { keepClicksInClickHouse } from "../support/click-database";
import { clickHouseServer } from "../support/clickhouse";

if (clickHouseServer) {
  keepClicksInClickHouse();
  await import("./told-drain.test");
} else {
  test.skip("needs a clickhouse-server on this machine", () => {});
}
