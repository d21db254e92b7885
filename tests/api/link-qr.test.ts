import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { decode } from "../support/qr";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

interface Design extends Record<string, unknown> {
  logo: string | null;
}
interface LinkQr {
  details: { link: string; designed: boolean; design: Design };
}

const plain = {
  ...{ foreground: "rgb(0,0,0)", background: "rgb(255,255,255)", logo: null },
  ...{ dots: "square", eyes: "square", gradient: null, frame: null },
};
const rich = {
  foreground: "rgb(30,60,90)",
  dots: "rounded",
  eyes: "circle",
  gradient: { type: "linear", color: "rgb(90,20,60)" },
  frame: { style: "label", text: "Scan me" },
};

const show = async (id: number) => (await owner.client.get<LinkQr>(`/api/url/${id}/qr`)).body.details;
const design = (id: number, body: object) => owner.client.put<Failure>(`/api/url/${id}/qr/update`, body);
const get = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** An image that the user has uploaded. */
async function uploaded(userId: number): Promise<string> {
  const code = randomBytes(16).toString("hex");
  const image = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#c81e1e" } })
    .png()
    .toBuffer();
  await sql(server, "INSERT INTO uploads (code, user_id, image) VALUES ($1, $2, $3)", [code, userId, image]);
  return `/uploads/${code}`;
}

describe("a link's own code", () => {
  it("is plain until it is designed, and then has the design everywhere", async () => {
    const { id, shorturl } = await owner.create();
    expect(await show(id)).toEqual({ link: `${shorturl}/qr`, designed: false, design: plain });
    const before = await get(`${shorturl}/qr.svg`);
    const logo = await uploaded(owner.user.id);
    expect((await design(id, { ...rich, logo })).status).toBe(200);
    expect(await show(id)).toEqual({ link: `${shorturl}/qr`, designed: true, design: { ...plain, ...rich, logo } });
    const after = await get(`${shorturl}/qr.svg`);
    expect(after.equals(before)).toBe(false);
    expect(after.toString()).toContain("linearGradient");
    expect(after.toString()).toContain("data:image/png;base64,");
    expect(await decode(await get(`${shorturl}/qr`))).toBe(shorturl);
    expect((await fetch(`${shorturl}/qr.pdf`)).status).toBe(200);
  });

  it("changes only what is sent, and is emptied with null", async () => {
    const { id } = await owner.create();
    await design(id, rich);
    await design(id, { gradient: null, eyes: "leaf" });
    expect((await show(id)).design).toEqual({ ...plain, ...rich, gradient: null, eyes: "leaf" });
  });

  it("starts with the design of an existing QR code for it, and keeps it when that is deleted", async () => {
    const { id, shorturl } = await owner.create();
    const logo = await uploaded(owner.user.id);
    const code = await owner.made("/api/qr/add", { type: "link", data: shorturl, ...rich, logo });
    const lent = await get(`${shorturl}/qr.svg`);
    expect(lent.toString()).toContain("linearGradient");
    expect(await show(id)).toMatchObject({ designed: false, design: { ...rich, logo } });
    await design(id, { dots: "circle" });
    await owner.client.delete(`/api/qr/${code.id}/delete`);
    const kept = await show(id);
    expect(kept).toMatchObject({ designed: true, design: { ...rich, dots: "circle" } });
    expect(kept.design.logo).toMatch(/^\/uploads\/[\da-f]{32}$/);
    await eventually(async () => {
      const own = (await get(`${shorturl}/qr.svg`)).toString();
      expect(own).toContain("data:image/png;base64,");
      expect(own).not.toBe(lent.toString());
    });
  });

  it("stays with the link: in a copy, in its history, and through its deletion", async () => {
    const { id, shorturl } = await owner.create();
    await design(id, rich);
    const { body } = await owner.client.post<{ id: number }>(`/api/url/${id}/duplicate`, {});
    expect((await show(body.id)).design).toEqual({ ...plain, ...rich });
    await owner.remove(id);
    expect((await owner.client.get(`/api/url/${id}/qr`)).status).toBe(404);
    await owner.client.post(`/api/url/${id}/restore`);
    expect((await show(id)).design).toEqual({ ...plain, ...rich });
    expect(await decode(await get(`${shorturl}/qr`))).toBe(shorturl);
    const [entry] = await sql<{ after: { qr_design: object } }>(
      server,
      `SELECT after FROM audit_changes WHERE subject = 'link' AND subject_id = $1 AND after ? 'qr_design' LIMIT 1`,
      [id],
    );
    expect(entry?.after.qr_design).toMatchObject(rich);
  });

  it("contains the new short URL of a link that gets one", async () => {
    const { id, shorturl } = await owner.create();
    await design(id, { ...rich, logo: await uploaded(owner.user.id) });
    expect(await decode(await get(`${shorturl}/qr`))).toBe(shorturl);
    const moved = `${new URL(shorturl).origin}/moved-${randomBytes(4).toString("hex")}`;
    await owner.update(id, { custom: new URL(moved).pathname.slice(1) });
    expect((await fetch(`${shorturl}/qr`)).status).toBe(404);
    const after = await get(`${moved}/qr.svg?size=1000`);
    expect(after.toString()).toContain("linearGradient");
    expect(await decode(await sharp(after).png().toBuffer())).toBe(moved);
  });

  it("prevents a short URL with which it could not be read", async () => {
    // This URL was chosen on purpose: some codes of such long URLs can still be read.
    const labels = ["a".repeat(60), "b".repeat(63), "c".repeat(63), "d".repeat(50)];
    const domain = `https://${labels.join(".")}.com`;
    await owner.made("/api/domain/add", { domain });
    const { id, shorturl } = await owner.create();
    await design(id, { logo: await uploaded(owner.user.id) });
    const change = { domain, custom: "x".repeat(64), title: "Moved" };
    const answer = await owner.client.put<Failure>(`/api/url/${id}/update`, change);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: "domain", code: "link_qr_unreadable", message: expect.stringMatching(/QR code could not be scanned/) },
    ]);
    expect((await owner.show(id)).details).toMatchObject({ shorturl, title: expect.not.stringMatching(/Moved/) });
    // A link whose code has no design may use it.
    const { id: plainId } = await owner.create();
    await owner.update(plainId, change);
  });

  it.each<[string, object, string, RegExp]>([
    ["colours too similar", { foreground: "rgb(240,240,240)" }, "foreground", /too similar/],
    [
      "a gradient that fades away",
      { gradient: { type: "radial", color: "rgb(250,250,250)" } },
      "gradient.color",
      /gradient/,
    ],
    ["a gradient of no kind", { gradient: { type: "conic", color: "rgb(0,0,0)" } }, "gradient.type", /./],
    ["no such shape", { dots: "star" }, "dots", /./],
    ["a frame without words", { frame: { style: "box", text: " " } }, "frame.text", /./],
    ["too many words", { frame: { style: "box", text: "x".repeat(25) } }, "frame.text", /24/],
    ["letters that nobody can draw", { frame: { style: "box", text: "扫描" } }, "frame.text", /“扫”/],
    ["somebody else's upload", { logo: `/uploads/${"0".repeat(32)}` }, "logo", /not one of your uploads/],
    ["no address", { logo: "logo.png" }, "logo", /./],
    ["a template that is not there", { template: 2_000_000_000 }, "template", /not one of your QR templates/],
  ])("is rejected with %s, and does not change", async (_, body, path, sentence) => {
    const { id } = await owner.create();
    await design(id, { dots: "circle" });
    const answer = await design(id, body);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, path]);
    expect(answer.body.message).toMatch(sentence);
    expect((await show(id)).design).toEqual({ ...plain, dots: "circle" });
  });

  it("cannot be seen or changed by others", async () => {
    const { id } = await owner.create();
    const { client } = await linkOwner(server);
    expect((await client.get(`/api/url/${id}/qr`)).status).toBe(404);
    expect((await client.put(`/api/url/${id}/qr/update`, { dots: "circle" })).status).toBe(404);
    expect((await show(id)).designed).toBe(false);
  });
});

describe("a template", () => {
  it("is stored, offered where a code is designed, renamed and deleted, and codes do not change", async () => {
    const logo = await uploaded(owner.user.id);
    const { id: template } = await owner.made("/api/qr-template/add", { name: "Spring", ...rich, logo });
    const { id } = await owner.create();
    expect((await design(id, { template, dots: "diamond" })).status).toBe(200);
    expect((await show(id)).design).toEqual({ ...plain, ...rich, logo, dots: "diamond" });
    const code = await owner.made("/api/qr/add", { type: "text", data: "Hello", template });
    const shown = await owner.client.get<{ details: { design: object } }>(`/api/qr/${code.id}`);
    expect(shown.body.details.design).toEqual({ ...plain, ...rich, logo });

    expect((await owner.client.put(`/api/qr-template/${template}/update`, { name: "Summer" })).status).toBe(200);
    const { body } = await owner.client.get<{ data: { name: string; design: object } }>(`/api/qr-template/${template}`);
    expect(body.data).toMatchObject({ name: "Summer", design: { ...plain, ...rich, logo } });
    expect((await owner.client.delete(`/api/qr-template/${template}/delete`)).status).toBe(200);
    expect((await owner.client.get(`/api/qr-template/${template}`)).status).toBe(404);
    expect((await show(id)).design).toEqual({ ...plain, ...rich, logo, dots: "diamond" });
  });

  it("is rejected if no code could be read with it", async () => {
    const add = (body: object) => owner.client.post<Failure>("/api/qr-template/add", body);
    const { status, body } = await add({ name: "White", foreground: "rgb(255,255,255)" });
    expect([status, body.errors?.[0]?.path]).toEqual([400, "foreground"]);
    expect((await add({ dots: "circle" })).body.errors?.[0]?.path).toBe("name");
    const { id } = await owner.made("/api/qr-template/add", { name: "Dark" });
    const changed = await owner.client.put<Failure>(`/api/qr-template/${id}/update`, { background: "rgb(10,10,10)" });
    expect([changed.status, changed.body.errors?.[0]?.path]).toEqual([400, "foreground"]);
  });

  it("cannot be used by others", async () => {
    const { id } = await owner.made("/api/qr-template/add", { name: "Mine" });
    const other = await linkOwner(server);
    const link = await other.create();
    const answers = await Promise.all([
      other.client.get(`/api/qr-template/${id}`),
      other.client.put(`/api/qr-template/${id}/update`, { name: "Theirs" }),
      other.client.delete(`/api/qr-template/${id}/delete`),
      other.client.put(`/api/url/${link.id}/qr/update`, { template: id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 400]);
    const { body } = await other.client.get<{ data: { templates: object[] } }>("/api/qr-templates");
    expect(body.data.templates).toEqual([]);
  });
});

describe("the code of an address that is being typed", () => {
  const drawn = async (query: string, user?: number) => {
    const headers = user === undefined ? undefined : { cookie: await sessionCookie(server, user) };
    return fetch(`${server.url}/dashboard/links/qr?${query}`, { headers, redirect: "manual" });
  };

  it("is drawn for its owner, in the design of the link", async () => {
    const { id, shorturl } = await owner.create();
    const of = `of=${encodeURIComponent(`${shorturl}-2`)}`;
    const plainCode = await drawn(of, owner.user.id);
    expect([plainCode.status, plainCode.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    const file = await plainCode.text();
    expect(await decode(await sharp(Buffer.from(file)).png().toBuffer())).toBe(`${shorturl}-2`);
    await design(id, rich);
    const designed = await (await drawn(`${of}&link=${id}`, owner.user.id)).text();
    expect(designed).toContain("linearGradient");
    expect(file).not.toContain("linearGradient");
  });

  it.each(["", "of=", "of=nothing%20here", "of=javascript:alert(1)", `of=https://example.com/${"a".repeat(500)}`])(
    "does not exist for an invalid address: %s",
    async (query) => expect((await drawn(query, owner.user.id)).status).toBe(404),
  );

  it("is refused without a log-in, and not drawn in the design of others' links", async () => {
    const { id, shorturl } = await owner.create();
    const of = `of=${encodeURIComponent(shorturl)}`;
    expect((await drawn(of)).status).toBe(401);
    const stranger = await linkOwner(server);
    expect((await drawn(`${of}&link=${id}`, stranger.user.id)).status).toBe(404);
  });
});
