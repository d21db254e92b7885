import { beforeAll, describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { type Failure, linkOwner } from "../support/links";
import { type Client, expectNoAccess, expectRefusals, itLists, limitTo, newOwner, ok } from "../support/owned";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

interface Campaign {
  error: number;
  id: number;
  name: string;
  domain: string;
  public: boolean;
  rotator: string | false;
  list: string;
}

const add = (client: Client, body: object = {}) => ok(client.post<Campaign>("/api/campaign/add", body));
const list = async (client: Client) =>
  (await ok(client.get<{ data: { campaigns: Campaign[] } }>("/api/campaigns"))).data.campaigns;

describe("GET /api/campaigns", () => {
  itLists({
    server,
    list: "/api/campaigns",
    key: "campaigns",
    create: async (client, n) => (await add(client, { name: `Campaign ${n}` })).id,
  });

  it("has its name under `name` and `domain`, and only fields of the contract", async () => {
    const { client, user } = await newOwner(server);
    const { id } = await add(client, { name: "Spring", slug: `spring-${user.id}`, public: true });
    expect(await list(client)).toEqual([
      {
        id,
        name: "Spring",
        domain: "Spring",
        public: true,
        rotator: `${server.url}/r/spring-${user.id}`,
        list: `${server.url}/u/${user.username}/${id}`,
      },
    ]);
  });
});

describe("POST /api/campaign/add", () => {
  it("returns id, domain (the name), public, rotator and list", async () => {
    const { client, user } = await newOwner(server);
    const slug = `Été-${user.id}`;
    const answer = await add(client, { name: " Summer ", slug, public: true });
    expect(answer).toEqual({
      error: 0,
      id: expect.any(Number),
      name: "Summer",
      domain: "Summer",
      public: true,
      rotator: `${server.url}/r/${slug}`,
      list: `${server.url}/u/${user.username}/${answer.id}`,
    });
  });

  it.each([[{}], [{ name: null, slug: null, public: null }], [{ name: "", slug: "", public: "" }]])(
    "names a campaign without a name after its date, makes it private and without a rotator: %j",
    async (body) => {
      const { client } = await newOwner(server);
      const { name, domain, public: isPublic, rotator } = await add(client, body);
      expect(name).toMatch(/^Campaign \d{4}-\d\d-\d\d$/);
      expect([domain, isPublic, rotator]).toEqual([name, false, false]);
    },
  );

  it.each([1, "1", "true", true])("accepts %j as true", async (value) => {
    const { client } = await newOwner(server);
    expect((await add(client, { public: value })).public).toBe(true);
  });

  it("is rejected if the plan has no campaigns (bundle); changes and deletions are not", async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, { bundle: { enabled: false } });
    const { status, body } = await client.post<Failure>("/api/campaign/add", { name: "Spring" });
    expect([status, body.message]).toEqual([403, `Campaigns are not part of the Test ${user.id} plan.`]);
    expect(await list(client)).toEqual([]);
  });
});

describe("a rotator's slug", () => {
  it("that is taken is rejected, in any case and composition, on creation and change", async () => {
    const [owner, other] = [await newOwner(server), await newOwner(server)];
    const slug = `Été-${owner.user.id}`;
    const mine = await add(owner.client, { slug });
    const theirs = await add(other.client, { name: "Theirs" });
    for (const taken of [slug, slug.toUpperCase(), slug.normalize("NFD")]) {
      for (const answer of [
        await other.client.post<Failure>("/api/campaign/add", { slug: taken }),
        await other.client.put<Failure>(`/api/campaign/${theirs.id}/update`, { name: "Changed", slug: taken }),
      ]) {
        const message = "That slug is taken. Please choose another one.";
        expect([answer.status, answer.body]).toEqual([
          409,
          { error: 1, code: "slug_taken", message, errors: [{ path: "slug", code: "slug_taken", message }] },
        ]);
      }
    }
    expect(await list(other.client)).toMatchObject([{ name: "Theirs", rotator: false }]);
    // A campaign may keep its own slug.
    await ok(owner.client.put(`/api/campaign/${mine.id}/update`, { name: "Mine", slug: slug.toLowerCase() }));
    expect(await list(owner.client)).toMatchObject([{ rotator: `${server.url}/r/${slug.toLowerCase()}` }]);
  });

  it("goes to one of ten requests at once", async () => {
    const { client, user } = await newOwner(server);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post("/api/campaign/add", { slug: `race-${user.id}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await list(client)).toHaveLength(1);
  });
});

describe("PUT /api/campaign/:id/update", () => {
  it("changes what is sent and answers like add", async () => {
    const { client, user } = await newOwner(server);
    const { id } = await add(client, { name: "Spring", slug: `slug-${user.id}`, public: true });
    const base = { error: 0, id, list: `${server.url}/u/${user.username}/${id}` };
    const rotator = `${server.url}/r/slug-${user.id}`;
    expect(await ok(client.put(`/api/campaign/${id}/update`, { name: "Summer" }))).toEqual({
      ...base,
      name: "Summer",
      domain: "Summer",
      public: true,
      rotator,
    });
    expect(
      await ok(client.put(`/api/campaign/${id}/update`, { name: "Autumn", slug: `other-${user.id}`, public: false })),
    ).toEqual({
      ...base,
      name: "Autumn",
      domain: "Autumn",
      public: false,
      rotator: `${server.url}/r/other-${user.id}`,
    });
    expect(await ok(client.put(`/api/campaign/${id}/update`, { name: "Autumn", slug: null, public: "" }))).toEqual({
      ...base,
      name: "Autumn",
      domain: "Autumn",
      public: false,
      rotator: `${server.url}/r/other-${user.id}`,
    });
  });

  it("requires the name", async () => {
    const { client } = await newOwner(server);
    const { id } = await add(client, { name: "Spring" });
    const put = (body: unknown) => client.put(`/api/campaign/${id}/update`, body);
    await expectRefusals([put], [["name", [{}, { name: "" }, { name: null }, { name: " " }, { slug: "x" }]]]);
    expect(await list(client)).toMatchObject([{ name: "Spring" }]);
  });
});

it("rejects each wrong field by its name, on creation and change, and stores nothing", async () => {
  const { client } = await newOwner(server);
  const { id } = await add(client, { name: "Spring" });
  const text = [5, true, {}, ["text"]];
  const sent = (field: string, values: unknown[]): [string, object[]] => [
    field,
    values.map((value) => ({ name: "Changed", [field]: value })),
  ];
  await expectRefusals(
    [(body) => client.post("/api/campaign/add", body), (body) => client.put(`/api/campaign/${id}/update`, body)],
    [
      sent("name", [...text, "x".repeat(101), "a\0b"]),
      sent("slug", [...text, "x".repeat(65), "a b", "a/b", "\u{1f680}", "..", "api", "Dashboard"]),
      sent("public", ["yes", 2, {}, []]),
    ],
  );
  expect(await list(client)).toMatchObject([{ id, name: "Spring", public: false, rotator: false }]);
});

describe("POST /api/campaign/:campaignid/assign/:linkid", () => {
  let owner: Awaited<ReturnType<typeof linkOwner>>;
  let link: { id: number; shorturl: string };
  beforeAll(async () => {
    owner = await linkOwner(server);
    link = await owner.create();
  });
  const campaignOf = async () => (await owner.show(link.id)).details.campaign;

  it("adds the link, moves it when assigned again, and says so in a message", async () => {
    const [first, second] = [await add(owner.client), await add(owner.client)];
    for (const { id } of [first, second, second]) {
      const answer = await ok(owner.client.post(`/api/campaign/${id}/assign/${link.id}`));
      expect(answer).toEqual({ error: 0, message: "The link has been added to the campaign." });
      expect(await campaignOf()).toBe(id);
    }
  });

  it("finds the campaign or not while it is deleted", async () => {
    const link = await owner.create();
    for (let round = 0; round < 10; round++) {
      const { id } = await add(owner.client);
      const [deleted, ...assigned] = await Promise.all([
        owner.client.delete(`/api/campaign/${id}/delete`),
        ...Array.from({ length: 5 }, () => owner.client.post(`/api/campaign/${id}/assign/${link.id}`)),
      ]);
      expect(deleted?.status).toBe(200);
      for (const { status } of assigned) expect([200, 404]).toContain(status);
    }
    expect((await owner.show(link.id)).details.campaign).toBeNull();
  });

  it("rejects another user's campaign or link, unknown ones and invalid IDs", async () => {
    const other = await linkOwner(server);
    const [mine, theirs] = [await add(owner.client), await add(other.client)];
    const theirLink = await other.create();
    const before = await campaignOf();
    const assign = (id: number | string, linkId: number | string) =>
      owner.client.post(`/api/campaign/${id}/assign/${linkId}`);
    await expectNoAccess([(id) => assign(id, link.id)], theirs.id, "This campaign does not exist.");
    await expectNoAccess([(id) => assign(mine.id, id)], theirLink.id, "This link does not exist.");
    expect(await campaignOf()).toBe(before);
    expect((await other.show(theirLink.id)).details.campaign).toBeNull();
  });
});

describe("DELETE /api/campaign/:id/delete", () => {
  it("deletes the campaign, and its links stay with their clicks", async () => {
    const owner = await linkOwner(server);
    const link = await owner.create();
    const { id } = await add(owner.client);
    await ok(owner.client.post(`/api/campaign/${id}/assign/${link.id}`));
    await visit(link.shorturl);
    await eventually(async () => expect((await owner.show(link.id)).details.clicks).toBe(1));
    expect(await ok(owner.client.delete(`/api/campaign/${id}/delete`))).toEqual({
      error: 0,
      message: "The campaign has been deleted.",
    });
    expect(await list(owner.client)).toEqual([]);
    const { details, data } = await owner.show(link.id);
    expect(details).toMatchObject({ campaign: null, clicks: 1 });
    expect(data.clicks).toBe(1);
    expect((await owner.client.delete(`/api/campaign/${id}/delete`)).status).toBe(404);
  });
});

it("hides other users' campaigns: 404, as if they did not exist", async () => {
  const [owner, other] = [await newOwner(server), await newOwner(server)];
  const { id } = await add(other.client, { name: "Theirs" });
  await expectNoAccess(
    [
      (id) => owner.client.put(`/api/campaign/${id}/update`, { name: "Mine" }),
      (id) => owner.client.delete(`/api/campaign/${id}/delete`),
    ],
    id,
    "This campaign does not exist.",
  );
  expect(await list(other.client)).toMatchObject([{ id, name: "Theirs" }]);
  expect((await api(server).post("/api/campaign/add", {})).status).toBe(401);
});
