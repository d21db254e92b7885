import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { decode } from "../support/qr";
import { sql } from "../support/sql";

const server = inject("server");
let owner: LinkOwner;
let image: Buffer;
beforeAll(async () => {
  owner = await linkOwner(server);
  await onNewPlan(server, owner.user);
  const red = { width: 60, height: 60, channels: 3, background: "rgb(200,30,30)" } as const;
  image = await sharp({ create: red }).png().toBuffer();
});

type Fields = Record<string, string | Uint8Array>;
interface Made extends Failure {
  id: number;
  link: string;
}

async function send(method: string, path: string, fields: Fields, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: "image/png" }), "picture.png");
  }
  const authorization = `Bearer ${owner.user.key}`;
  const response = await fetch(`${server.url}${path}`, { method, body: form, headers: { authorization, ...headers } });
  return { status: response.status, body: (await response.json()) as Made };
}

const uploads = async () =>
  (await sql(server, "SELECT count(*)::int AS n FROM uploads WHERE user_id = $1", [owner.user.id]))[0]?.n as number;

describe("an image in a form", () => {
  it("becomes the logo of a QR code", async () => {
    const { status, body } = await send("POST", "/api/qr/add", { type: "text", data: "Hello", logo: image });
    expect([status, body.error]).toEqual([200, 0]);
    const picture = new Uint8Array(await (await fetch(`${body.link}?size=330`)).arrayBuffer());
    expect(await decode(picture)).toBe(body.link.replace("/qr/", "/q/"));
    const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray((165 * 330 + 165) * 3, (165 * 330 + 165) * 3 + 3)]).toEqual([200, 30, 30]);
    expect((await send("PUT", `/api/qr/${body.id}/update`, { data: "Hello", logo: image })).status).toBe(200);
  });

  const slug = () => `page-${Math.random().toString(36).slice(2)}`;
  const page = () => ({ slug: slug(), name: "Ada" });
  const poster = { name: "Poster", type: "image" };
  const shop = { name: "Shop", "content[title]": "One moment", "content[message]": "Soon." };
  it.each<[string, string, string, () => Fields]>([
    ["a link's preview", "url", "metaimage", () => ({ url: "https://example.com/", metaimage: image })],
    ["a bio page's portrait", "bio", "avatar", () => ({ ...page(), avatar: image })],
    ["a bio page's background", "bio", "picture", () => ({ ...page(), "theme[picture]": image })],
    ["a bio page's preview", "bio", "metaimage", () => ({ ...page(), metaimage: image })],
    ["a bio page's block", "bio", "url", () => ({ ...page(), "blocks[0][type]": "image", "blocks[0][url]": image })],
    ["an overlay", "overlay", "url", () => ({ ...poster, "content[url]": image })],
    ["an overlay whose content is flat", "overlay", "url", () => ({ ...poster, url: image })],
    ["a splash page", "splash", "image", () => ({ ...shop, "content[image]": image })],
    ["a domain", "domain", "logo", () => ({ domain: `https://${slug()}.example`, "theme[logo]": image })],
  ])("is that of %s", async (_, path, member, fields) => {
    const { status, body } = await send("POST", `/api/${path}/add`, fields());
    expect([status, body]).toMatchObject([200, { error: 0 }]);
    const shown = JSON.stringify((await owner.client.get(`/api/${path}/${body.id}`)).body);
    const [, address] = new RegExp(`"${member}":"(${server.url}/uploads/[0-9a-f]{32})"`).exec(shown) ?? [];
    expect(address).toBeDefined();
    expect((await fetch(address ?? "")).headers.get("content-type")).toBe("image/png");
  });

  it("replaces the image of an overlay", async () => {
    const { body } = await send("POST", "/api/overlay/add", { name: "Poster", type: "image", url: image });
    const { status } = await send("PUT", `/api/overlay/${body.id}/update`, { "content[url]": image });
    expect(status).toBe(200);
  });

  it("is stored once if it is sent twice with one Idempotency-Key", async () => {
    const before = await uploads();
    const key = { "idempotency-key": `files-${owner.user.id}` };
    const fields = { url: "https://example.com/", metaimage: image };
    const [first, second] = [
      await send("POST", "/api/url/add", fields, key),
      await send("POST", "/api/url/add", fields, key),
    ];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(await uploads()).toBe(before + 1);
  });
});

describe("rejected, and nothing is stored", () => {
  const text = new TextEncoder().encode("no picture");
  it.each<[string, string, () => Fields, number, string]>([
    ["what is no picture", "url", () => ({ url: "https://example.com/", metaimage: text }), 400, "image_type_unknown"],
    [
      "a picture that is cut off",
      "qr",
      () => ({ type: "text", data: "a", logo: image.subarray(0, 60) }),
      400,
      "image_damaged",
    ],
    ["a file where no picture is shown", "url", () => ({ url: image }), 400, "body_has_file"],
    [
      "a file that nothing asks for",
      "url",
      () => ({ url: "https://example.com/", avatar: image }),
      400,
      "body_has_file",
    ],
    [
      "a file as an address",
      "overlay",
      () => ({ name: "a", type: "image", url: "https://e.com/a.png", link: image }),
      400,
      "body_has_file",
    ],
    ["a picture beside a wrong field", "url", () => ({ url: "nope", metaimage: image }), 400, "url_incomplete"],
    [
      "more than a body may be",
      "url",
      () => ({ url: "https://example.com/", metaimage: new Uint8Array(2 ** 20) }),
      413,
      "body_too_large",
    ],
  ])("%s", async (_, path, fields, status, code) => {
    const [before, links] = [await uploads(), (await owner.list()).result];
    const answer = await send("POST", `/api/${path}/add`, fields());
    expect([answer.status, answer.body.errors?.[0]?.code ?? answer.body.code]).toEqual([status, code]);
    expect([await uploads(), (await owner.list()).result]).toEqual([before, links]);
  });

  it("in a request for many links", async () => {
    const fields = { "links[0][url]": "https://example.com/", "links[0][metaimage]": image };
    const { status, body } = await send("POST", "/api/urls/add", fields);
    expect([status, body.code, body.message]).toEqual([
      400,
      "body_has_file",
      "links[0][metaimage]: Files are not accepted here.",
    ]);
  });
});
