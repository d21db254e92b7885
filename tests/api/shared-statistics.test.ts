import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type LinkOwner, linkOwner } from "../support/links";
import { newOwner, ok } from "../support/owned";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

interface Shared {
  data: { shared: boolean; url: string | null; protected: boolean; date: string | null };
}

const nothing = { shared: false, url: null, protected: false, date: null };

describe("sharing", () => {
  it("is off, is turned on with a stable address, and off again at once", async () => {
    const { id } = await owner.create();
    const path = `/api/url/${id}/share`;
    expect((await ok(owner.client.get<Shared>(path))).data).toEqual(nothing);
    const { data } = await ok(owner.client.put<Shared>(`${path}/update`, {}));
    expect(data).toMatchObject({ shared: true, protected: false, date: expect.stringMatching(/^\d{4}-/) });
    expect(data.url).toMatch(new RegExp(`^${server.url}/share/[\\w-]{32}$`));
    expect((await visit(data.url ?? "")).status).toBe(200);
    expect((await visit(data.url ?? "", { method: "HEAD" })).status).toBe(200);
    expect((await visit(data.url ?? "", { method: "PUT" })).status).toBe(405);
    expect((await ok(owner.client.put<Shared>(`${path}/update`, {}))).data).toEqual(data);
    expect((await ok(owner.client.get<Shared>(path))).data).toEqual(data);

    await ok(owner.client.delete(`${path}/delete`));
    const gone = await visit(data.url ?? "");
    expect(gone.status).toBe(404);
    expect(gone.body).toContain("These statistics are not shared");
    expect((await ok(owner.client.get<Shared>(path))).data).toEqual(nothing);
    // When shared again, the old address still does not work.
    const again = await ok(owner.client.put<Shared>(`${path}/update`, {}));
    expect(again.data.url).not.toBe(data.url);
    expect((await visit(data.url ?? "")).status).toBe(404);
  });

  it("is not visible to others, and cannot be changed by analysts", async () => {
    const { id } = await owner.create();
    const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
    const other = await newOwner(server);
    for (const path of [`/api/url/${id}`, `/api/campaign/${campaign}`]) {
      expect((await other.client.get(`${path}/share`)).status).toBe(404);
      expect((await other.client.put(`${path}/share/update`, {})).status).toBe(404);
      expect((await other.client.delete(`${path}/share/delete`)).status).toBe(404);
    }
    const { key } = await ok(
      owner.client.post<{ key: string }>("/api/key/add", { name: "look", scopes: ["links:read"] }),
    );
    const looking = api(server, key);
    expect((await looking.get(`/api/url/${id}/share`)).status).toBe(200);
    expect((await looking.put(`/api/url/${id}/share/update`, {})).status).toBe(403);
    expect((await looking.get(`/api/campaign/${campaign}/share`)).status).toBe(403);
    expect(
      await sql(server, "SELECT FROM statistics_shares WHERE user_id = $1 AND link_id = $2", [owner.user.id, id]),
    ).toEqual([]);
  });

  it("rejects a password that is too long or not a text", async () => {
    const { id } = await owner.create();
    for (const password of ["x".repeat(129), 5, ["a"]]) {
      const { status, body } = await owner.client.put(`/api/url/${id}/share/update`, { password });
      expect([status, body]).toMatchObject([400, { errors: [{ path: "password" }] }]);
    }
    expect((await ok(owner.client.get<Shared>(`/api/url/${id}/share`))).data).toEqual(nothing);
  });
});

describe("the page", () => {
  it("shows a campaign with its links' clicks", async () => {
    const campaign = await owner.made("/api/campaign/add", { name: "Spring sale" });
    const { shorturl } = await owner.create({ campaign: campaign.id });
    const path = `/api/campaign/${campaign.id}`;
    const { data } = await ok(owner.client.put<Shared>(`${path}/share/update`, {}));
    await visit(shorturl);
    const counted = "SELECT FROM click_rollups WHERE subject = 'campaign' AND subject_id = $1";
    await eventually(async () => expect(await sql(server, counted, [campaign.id])).not.toEqual([]));
    const { body } = await visit(data.url ?? "");
    expect(body).toMatch(/<h1>Spring sale<\/h1>.*<dt>Clicks<\/dt><dd>1<\/dd>/);
    await ok(owner.client.delete(`${path}/delete`));
    expect((await visit(data.url ?? "")).status).toBe(404);
  });

  it.each(["", "/", `/${"A".repeat(31)}`, `/${"A".repeat(33)}`, `/${randomBytes(24).toString("base64url")}`, "/%00"])(
    "is not at /share%s",
    async (rest) => {
      expect((await visit(`${server.url}/share${rest}`)).status).toBe(404);
    },
  );
});

it("a page with a password opens with it, through a form", async () => {
  const { id } = await owner.create({ title: "Hidden title" });
  const shared = await ok(owner.client.put<Shared>(`/api/url/${id}/share/update`, { password: "Öffne" }));
  const url = shared.data.url ?? "";
  const send = (password: string) => visit(url, { method: "POST", body: new URLSearchParams({ password }) });
  const page = await visit(url);
  expect([page.body.includes('type="password"'), page.body.includes("Hidden title")]).toEqual([true, false]);
  const wrong = await send("öffne");
  expect([wrong.status, wrong.headers.get("set-cookie")]).toEqual([403, null]);
  const { status, location, headers } = await send("Öffne");
  expect([status, location]).toEqual([303, new URL(url).pathname]);
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await visit(url, { headers: { cookie } })).body).toContain("<h1>Hidden title</h1>");
});
