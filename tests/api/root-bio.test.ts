import { describe, expect, inject, it } from "vitest";
import { type Client, expectRefusals, newOwner, ok } from "../support/owned";
import { agents, hostVisit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

let count = 0;
const unique = (what: string) => `${what}-${process.pid}-${Date.now()}-${count++}`;

interface Domain {
  redirectroot: string;
  rootbio: number | null;
}

const newBio = async (client: Client, body: object = {}) =>
  (await ok(client.post<{ id: number }>("/api/bio/add", { slug: unique("bio"), name: "Ada", ...body }))).id;

/** A user's domain, with a bio page at its root. */
async function rooted(body: object = {}) {
  const { client, user } = await newOwner(server);
  const slug = unique("Root");
  const rootbio = await newBio(client, { slug, name: "Ada’s <root>", blocks: [link] });
  const host = `${unique("go")}.example.com`;
  const { id } = await ok(client.post<{ id: number }>("/api/domain/add", { domain: host, rootbio, ...body }));
  return {
    ...{ client, user, slug, rootbio, host, id },
    at: (path: string, more?: Record<string, string>) => hostVisit(server.url, host, path, more),
    update: (changes: object) => client.put(`/api/domain/${id}/update`, changes),
    shown: async () => (await ok(client.get<{ data: Domain }>(`/api/domain/${id}`))).data,
    bio: async () => (await ok(client.get<{ data: { visits: number } }>(`/api/bio/${rootbio}`))).data,
  };
}

const link = { type: "link", title: "My shop", url: "https://shop.example/" };
const shop = /href="(\/b\/[^"]+)"/;

describe("a bio page as a domain's root", () => {
  it("is shown to visitors of the bare domain, and its blocks redirect", async () => {
    const { at, rootbio, shown } = await rooted();
    expect(await shown()).toMatchObject({ rootbio, redirectroot: "" });
    for (const path of ["/", "/?from=paper"]) {
      const { status, body } = await at(path);
      expect([status, body.includes("<h1>Ada’s &lt;root&gt;</h1>")]).toEqual([200, true]);
    }
    const [, address = ""] = shop.exec((await at("/")).body) ?? [];
    expect(await at(address)).toMatchObject({ status: 302, location: "https://shop.example/" });
    expect(await at("/nowhere")).toMatchObject({ status: 404 });
    expect((await hostVisit(server.url, "localhost", "/")).body).not.toContain("Ada’s &lt;root&gt;");
  });

  it("is counted like the bio page at its own address, with bots counted separately", async () => {
    const { at, bio, slug } = await rooted();
    await at("/");
    await at("/", { "user-agent": agents.slack });
    await at(`/b/${slug}`);
    await eventually(async () => expect(await bio()).toMatchObject({ visits: 2 }));
  });

  it("replaces a redirect of the root, which is used again without one", async () => {
    const redirectroot = "https://example.com/home";
    const { at, update, shown, rootbio } = await rooted({ redirectroot });
    expect(await at("/")).toMatchObject({ status: 200, location: undefined });
    expect((await update({ rootbio: null })).status).toBe(200);
    expect(await shown()).toMatchObject({ rootbio: null, redirectroot });
    expect(await at("/")).toMatchObject({ status: 302, location: redirectroot });
    expect((await update({ rootbio: String(rootbio) })).status).toBe(200);
    expect((await update({ redirectroot: null })).status).toBe(200);
    expect(await shown()).toMatchObject({ rootbio, redirectroot: "" });
    expect(await at("/")).toMatchObject({ status: 200 });
  });

  it("shows changes, renames and deletions at once", async () => {
    const { at, client, rootbio, shown } = await rooted();
    const change = (changes: object) => ok(client.put(`/api/bio/${rootbio}/update`, changes));
    await at("/");
    await change({ name: "Grace" });
    expect((await at("/")).body).toContain("<h1>Grace</h1>");
    const slug = unique("renamed");
    await change({ slug });
    const { status, body } = await at("/");
    expect([status, shop.exec(body)?.[1]]).toEqual([200, expect.stringContaining(`/b/${slug}/`)]);
    await change({ blocks: [{ ...link, until: "2020-01-01 00:00:00" }] });
    expect((await at("/")).body).not.toContain("My shop");
    await ok(client.delete(`/api/bio/${rootbio}/delete`));
    expect(await at("/")).toMatchObject({ status: 404 });
    expect(await shown()).toMatchObject({ rootbio: null });
  });

  it("cannot be another user's or missing, and nothing is written then", async () => {
    const stranger = await newOwner(server);
    const theirs = await newBio(stranger.client);
    const { client, update, shown, rootbio } = await rooted();
    const add = (body: unknown) =>
      client.post("/api/domain/add", { domain: `${unique("no")}.example.com`, ...(body as object) });
    const change = (body: unknown) => update({ redirectroot: "https://example.com/", ...(body as object) });
    await expectRefusals(
      [add, change],
      [
        [
          "rootbio",
          [{ rootbio: theirs }, { rootbio: 2_147_483_647 }, { rootbio: 0 }, { rootbio: "a" }, { rootbio: [1] }],
        ],
      ],
    );
    expect(await shown()).toMatchObject({ rootbio, redirectroot: "" });
    const { body } = await client.get<{ data: { domains: unknown[] } }>("/api/domains");
    expect(body.data.domains).toHaveLength(1);
  });
});
