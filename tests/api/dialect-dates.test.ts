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
])("%s is %s", async (sent, meant) => {
  const { id } = await owner.create({ expiry: sent });
  expect((await owner.show(id)).details.expiry).toBe(meant);
});

const sentence = "This must be a date like 2027-01-31, or a date and time like 2027-01-31 18:00:00.";

describe("rejected, with a sentence that shows the format", () => {
  it.each([
    "3/4/2027",
    "04.03.2027",
    "2031-02-30",
    "2031-02-29",
    "2031-13-01",
    "2031-2-8",
    "2031-02-28 24:00:01",
    "2031-02-28T13:14:15+0200h",
    "9999-12-31T23:59:59-01:00",
    "0000-01-01",
    "1893456000",
    "tomorrow",
    "2031-02-28 1:14 PM",
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
