import { beforeAll, describe, expect, inject, it } from "vitest";
import { callAction, serverActions } from "../support/actions";
import { linkOwner } from "../support/links";
import { sessionCookie } from "../support/session";

const server = inject("server");
// Node lists this zone as Asia/Calcutta; browsers and people use both names.
const timezone = "Asia/Kolkata";
let cookie: string;

beforeAll(async () => {
  const owner = await linkOwner(server);
  expect((await owner.client.put("/api/account/update", { timezone })).status).toBe(200);
  cookie = await sessionCookie(server, owner.user.id);
});

describe("the account's time zone", () => {
  it("is shown as chosen in the settings, under any of its names", async () => {
    const page = await (await fetch(`${server.url}/dashboard/settings`, { headers: { cookie } })).text();
    const chosen = page.match(/<option(?=[^>]* selected)[^>]*>/g)?.join() ?? "";
    expect(chosen).toContain('value="Asia/Kolkata"');
    expect(page.match(/<option[^>]*value="UTC"/g)).toHaveLength(1);
  });

  it.each([
    ["en", /It is not yet Jan 31, 2037, 5:30\sPM \(Asia\/Kolkata\)\./],
    ["de", /Es ist noch vor 31\.01\.2037, 17:30 \(Asia\/Kolkata\)\./],
  ])("is shown next to times given in it (%s)", async (locale, sentence) => {
    const simulate = serverActions().find(({ name }) => name.startsWith("simulateAction of"));
    if (!simulate) throw new Error("there is no such action");
    const rules = [{ when: { from: "2037-01-31 12:00:00" }, to: "https://example.com/later" }];
    const draft = { url: "https://example.com/", rules };
    const args = JSON.stringify([null, draft, {}]);
    const { text } = await callAction(server, simulate, args, { cookie: `${cookie}; language=${locale}` });
    expect(text).toMatch(sentence);
  });
});
