// The tests of clicks, with the clicks in ClickHouse.
import { afterAll, test } from "vitest";
import { clickHouseServer } from "../support/clickhouse";
import { keepClicksInClickHouse } from "../support/clicks-server";

if (clickHouseServer) {
  const end = await keepClicksInClickHouse();
  afterAll(end);
  await import("./clicks.test");
} else {
  test.skip("needs a clickhouse-server on this machine", () => {});
}
