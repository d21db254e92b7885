import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
const host = `conversions-${process.pid}.example.com`;

let owner: LinkOwner;
let domain: number;
/** Short URLs on the domain, by the links' own settings. */
const onDomain = { inherits: "", on: "", off: "" };
/** A link on the service's own domain without a setting. */
let elsewhere: string;

const setAccount = (trackconversions: unknown) =>
  owner.client.put<Failure>("/api/account/update", { trackconversions });
const setDomain = (trackconversions: unknown) =>
  owner.client.put<Failure>(`/api/domain/${domain}/update`, { trackconversions });
const account = async () => (await owner.client.get<{ data: Record<string, unknown> }>("/api/account")).body.data;
const shownDomain = async () =>
  (await owner.client.get<{ data: Record<string, unknown> }>(`/api/domain/${domain}`)).body.data;

beforeAll(async () => {
  owner = await linkOwner(server);
  domain = (await owner.made("/api/domain/add", { domain: `http://${host}` })).id;
  for (const [name, trackconversions] of [
    ["inherits", null],
    ["on", true],
    ["off", false],
  ] as const)
    onDomain[name] = (await owner.create({ domain: host, trackconversions })).shorturl;
  elsewhere = (await owner.create()).shorturl;
});

const hasId = (location?: string | null) => location?.includes("sp_click=") ?? false;

/** Whether the very next redirect of each link has a click ID. */
async function tracked() {
  const of = async (shorturl: string) =>
    hasId((await hostVisit(server.url, host, new URL(shorturl).pathname)).location);
  return {
    inherits: await of(onDomain.inherits),
    on: await of(onDomain.on),
    off: await of(onDomain.off),
    elsewhere: hasId((await visit(elsewhere)).location),
  };
}

/** Sets the account and the domain, and expects what their links do at once. */
async function follows(settings: { account: boolean; domain: boolean | null }, inherits: boolean) {
  await setAccount(settings.account);
  await setDomain(settings.domain);
  expect([await account(), await shownDomain()]).toMatchObject([
    { trackconversions: settings.account },
    { trackconversions: settings.domain },
  ]);
  expect(await tracked()).toEqual({ inherits, on: true, off: false, elsewhere: settings.account });
}

it("is off for links without a setting until it is turned on", async () => {
  expect(await account()).toMatchObject({ trackconversions: false });
  expect(await shownDomain()).toMatchObject({ trackconversions: null });
  expect(await tracked()).toEqual({ inherits: false, on: true, off: false, elsewhere: false });
});

it("of the link wins, then of the domain, then of the account, from the next redirect on", async () => {
  await follows({ account: true, domain: null }, true);
  await follows({ account: true, domain: false }, false);
  await follows({ account: false, domain: true }, true);
  await follows({ account: false, domain: null }, false);
});

it("reaches processes that only the database notifies", async () => {
  expect((await tracked()).elsewhere).toBe(false);
  await sql(server, "UPDATE users SET track_conversions = true WHERE id = $1", [owner.user.id]);
  await eventually(async () => expect(await tracked()).toMatchObject({ inherits: true, elsewhere: true }));
  await sql(server, "UPDATE domains SET track_conversions = false WHERE id = $1", [domain]);
  await eventually(async () => expect(await tracked()).toMatchObject({ inherits: false, elsewhere: true }));
  await setDomain(null);
  await setAccount(false);
});

it("does not change the links of other accounts", async () => {
  const other = await linkOwner(server);
  const { shorturl } = await other.create();
  await setAccount(true);
  expect([(await tracked()).elsewhere, hasId((await visit(shorturl)).location)]).toEqual([true, false]);
  await setAccount(false);
});

describe("a value that is not a boolean", () => {
  it.each([5, "yes", {}, [true]])("is refused: %j", async (value) => {
    for (const set of [setAccount, setDomain]) {
      const { status, body } = await set(value);
      expect([status, body.errors]).toEqual([
        400,
        [{ path: "trackconversions", code: "wrong_type", message: expect.any(String) }],
      ]);
    }
    const added = await owner.client.post<Failure>("/api/domain/add", {
      domain: `http://x-${host}`,
      trackconversions: value,
    });
    expect([added.status, added.body.errors?.map(({ path }) => path)]).toEqual([400, ["trackconversions"]]);
    expect([await account(), await shownDomain()]).toMatchObject([
      { trackconversions: false },
      { trackconversions: null },
    ]);
  });
});
