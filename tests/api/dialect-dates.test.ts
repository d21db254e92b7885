import { beforeAll, describe, expect, inject, it, test } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

test.each([
  ["2031-02-28 13:14:15", "2031-02-28 13:14:15"],
  ["2031-02-28", "2031-02-28 23:59:59"],
  ["2031-02-28 13:14", "2031-02-28 13:14:00"],
  ["2031-02-28T13:14:15", "2031-02-28 13:14:15"],
  ["2031-02-28T13:14", "2031-02-28 13:14:00"],
  ["2031-02-28T13:14:15Z", "2031-02-28 13:14:15"],
  ["2031-02-28T13:14:15.678Z", "2031-02-28 13:14:15"],
  ["2031-02-28T13:14:15+02:00", "2031-02-28 11:14:15"],
  ["2031-02-28T13:14:15-0530", "2031-02-28 18:44:15"],
  ["2031-02-28T23:30:00-01", "2031-03-01 00:30:00"],
  ["2031-02-28 13:14:15 +01:00", "2031-02-28 12:14:15"],
  ["2031/2/8", "2031-02-08 23:59:59"],
  ["2031/02/28 09:10", "2031-02-28 09:10:00"],
  ["2032-02-29", "2032-02-29 23:59:59"],
  ["2031-2-8", "2031-02-08 23:59:59"],
  ["04.03.2031", "2031-03-04 23:59:59"],
  ["12/31/2031", "2031-12-31 23:59:59"],
  // Go
  ["2031-11-30 10:42:31.123456789 +0000 UTC", "2031-11-30 10:42:31"],
  ["2031-11-30 10:42:31.123456789 +0100 CET m=+0.000012", "2031-11-30 09:42:31"],
  // JavaScript
  ["Sun Nov 30 2031 10:42:31 GMT+0100 (Mitteleuropäische Normalzeit)", "2031-11-30 09:42:31"],
  ["Sun, 30 Nov 2031 10:42:31 GMT", "2031-11-30 10:42:31"],
  // Python
  ["2031-11-30 10:42:31.123456+02:00", "2031-11-30 08:42:31"],
  ["Sun Nov 30 10:42:31 2031", "2031-11-30 10:42:31"],
  // Java, PHP, Ruby
  ["Sun Nov 30 10:42:31 CET 2031", "2031-11-30 09:42:31"],
  ["2031-11-30T10:42:31.123+01:00[Europe/Berlin]", "2031-11-30 09:42:31"],
  ["Sunday, 30-Nov-2031 10:42:31 UTC", "2031-11-30 10:42:31"],
  ["2031-11-30 10:42:31 -0500", "2031-11-30 15:42:31"],
  // seconds, milliseconds and microseconds since 1970
  ["1953801751", "2031-11-30 10:42:31"],
  [1953801751, "2031-11-30 10:42:31"],
  [1953801751.123, "2031-11-30 10:42:31"],
  [1953801751123, "2031-11-30 10:42:31"],
  ["1953801751123456", "2031-11-30 10:42:31"],
])("%s is %s", async (sent, meant) => {
  const { id } = await owner.create({ expiry: sent });
  expect((await owner.show(id)).details.expiry).toBe(meant);
});

const sentence = "This must be a date like 2027-01-31, or a date and time like 2027-01-31 18:00:00.";

describe("rejected, with a sentence that shows the format", () => {
  it.each([
    "3/4/2027",
    "30/11/2031",
    "2031-02-30",
    "2031-02-29",
    "2031-13-01",
    "2031-02-28 24:00:01",
    "2031-02-28T13:14:15+0200h",
    "9999-12-31T23:59:59-01:00",
    "0000-01-01",
    "18934560",
    1893456,
    -1893456000,
    "tomorrow",
    "2031-02-28 13:14 PM",
    "2031-11-30 10:42:31 IST",
    "2031-11-30 10:42:31 +0160",
    `2031-11-30 10:42:31 (${"x".repeat(100)})`,
    "2031-02-28T",
  ])("%s", async (expiry) => {
    const { status, body } = await owner.client.post("/api/url/add", { url: "https://example.com/", expiry });
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ path: "expiry", code: "not_a_timestamp", message: sentence }] },
    ]);
  });
});

test("the first day of a rule begins with its start, the last ends with its end", async () => {
  const { id } = await owner.create({
    rules: [{ when: { from: "2031-03-01", until: "2031-03-31" }, to: "https://example.com/march" }],
  });
  expect((await owner.show(id)).details.rules).toMatchObject([
    { when: { from: "2031-03-01 00:00:00", until: "2031-03-31 23:59:59" } },
  ]);
});
