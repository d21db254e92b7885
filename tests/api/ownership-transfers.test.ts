import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import { uniqueText } from "../support/caller";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { expectRefusals, limitTo } from "../support/owned";
import { sql } from "../support/sql";
import { agents, hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

interface Item {
  id: number;
  direction: string;
  status: string;
  from: string;
  to: string;
  links: number;
}

async function ownerWith(limits: Record<string, unknown> = { links: null }) {
  const owner = await linkOwner(server);
  await limitTo(server, owner.user.id, { ...everythingOn, ...limits });
  return owner;
}

const many = { enabled: true, count: null };
const everythingOn = { domain: many, pixels: many, splash: many, overlay: many, multiple: { enabled: true } };

async function offer(from: LinkOwner, to: LinkOwner, links: number[] | "all") {
  const { status, body } = await from.client.post<{ id: number }>("/api/handover/add", { email: to.user.email, links });
  expect([status, body]).toEqual([200, { error: 0, id: expect.any(Number) }]);
  return body.id;
}

const accept = ({ client }: LinkOwner, id: number) => client.post<Failure>(`/api/handover/${id}/accept`);

describe("a transfer", () => {
  it("is visible to both, and moves links with their statistics when it is accepted", async () => {
    const [ada, bob] = [await ownerWith(), await ownerWith()];
    const link = await ada.create({ tags: ["Spring"] });
    await visit(link.shorturl);
    await eventually(async () => expect((await ada.show(link.id)).details.clicks).toBe(1));

    const { body: preview } = await ada.client.post<{ contents: object }>("/api/handover/preview", {
      links: [link.id],
    });
    expect(preview.contents).toMatchObject({ links: 1, tags: 1, domains: [] });
    const id = await offer(ada, bob, [link.id]);
    const seen = async ({ client }: LinkOwner) =>
      (await client.get<{ data: { handovers: Item[] } }>("/api/handovers")).body.data.handovers;
    const item = { id, status: "open", from: ada.user.username, to: bob.user.email, links: 1 };
    expect(await seen(ada)).toMatchObject([{ ...item, direction: "sent" }]);
    expect(await seen(bob)).toMatchObject([{ ...item, direction: "received" }]);
    // It shows the number of links, but nothing about the links themselves.
    const { body: shown } = await bob.client.get<{ contents: object }>(`/api/handover/${id}`);
    expect(shown.contents).toMatchObject({ links: 1 });
    expect((await bob.client.get(`/api/url/${link.id}`)).status).toBe(404);

    expect((await accept(bob, id)).status).toBe(200);
    expect((await ada.client.get(`/api/url/${link.id}`)).status).toBe(404);
    const { details, data } = await bob.show(link.id);
    expect([details.clicks, data.clicks, details.tags]).toEqual([1, 1, ["Spring"]]);
    expect((await seen(ada))[0]?.status).toBe("accepted");
    expect((await bob.client.get<{ contents: null }>(`/api/handover/${id}`)).body.contents).toBeNull();
  });

  it("keeps links working while it is accepted, and every click is stored with its link", async () => {
    const [ada, bob] = [await ownerWith(), await ownerWith()];
    const domain = `https://${uniqueText("go")}.example.com`;
    await ada.made("/api/domain/add", { domain });
    const { host } = new URL(domain);
    const plain = await ada.create();
    const limited = await ada.create({ clicklimit: 100_000 });
    const branded = await ada.create({ domain, custom: "spring-sale" });
    await Promise.all(Array.from({ length: 40 }, () => ada.create()));
    const id = await offer(ada, bob, "all");

    const counts = { plain: 0, limited: 0, branded: 0 };
    let accepted = false;
    const statuses = new Set<number | undefined>();
    const visits = async (name: keyof typeof counts, go: (n: number) => Promise<{ status?: number }>) => {
      while (!accepted || counts[name] < 60) {
        statuses.add((await go(counts[name]++)).status);
      }
    };
    const headers = { "user-agent": agents.mac };
    const running = [
      visits("plain", () => visit(plain.shorturl, { headers })),
      visits("limited", () => visit(limited.shorturl, { headers })),
      visits("branded", () => hostVisit(server.url, host, "/spring-sale")),
    ];
    await eventually(() => expect(Math.min(...Object.values(counts))).toBeGreaterThan(20));
    const answer = await accept(bob, id);
    accepted = true;
    await Promise.all(running);
    expect([answer.status, answer.body, [...statuses]]).toEqual([200, expect.anything(), [302]]);
    await eventually(async () => {
      expect((await bob.show(plain.id)).data.clicks).toBe(counts.plain);
      expect((await bob.show(limited.id)).details.clicks).toBe(counts.limited);
      expect((await bob.show(branded.id)).details.clicks).toBe(counts.branded);
    });
    const [used] = await sql(server, "SELECT click_limit_used FROM links WHERE id = $1", [limited.id]);
    expect(used).toEqual({ click_limit_used: counts.limited });
  });

  it("shows and gives nothing to others", async () => {
    const [ada, bob, eve] = [await ownerWith(), await ownerWith(), await ownerWith()];
    const link = await ada.create();
    const id = await offer(ada, bob, [link.id]);
    const missing = { error: 1, code: "not_found", message: "This handover does not exist." };
    for (const act of ["accept", "refuse", "withdraw"]) {
      const { status, body } = await eve.client.post(`/api/handover/${id}/${act}`);
      expect([act, status, body]).toEqual([act, 404, missing]);
    }
    expect((await eve.client.get(`/api/handover/${id}`)).status).toBe(404);
    const theirs = await eve.client.post<Failure>("/api/handover/add", { email: bob.user.email, links: [link.id] });
    expect([theirs.status, theirs.body.errors]).toEqual([
      400,
      [{ path: "links", code: "not_yours", message: expect.any(String) }],
    ]);
  });

  it("names the wrong field", async () => {
    const ada = await ownerWith();
    const link = await ada.create();
    const { post } = api(server, ada.user.key);
    const email = "grace@example.com";
    await expectRefusals(
      [(body) => post("/api/handover/add", body)],
      [
        ["email", [{ links: [link.id] }, { links: "all", email: "nobody" }, { links: "all", email: ada.user.email }]],
        ["links", [{ email }, { email, links: [] }, { email, links: "some" }, { email, links: Array(1_001).fill(1) }]],
      ],
    );
  });
});
