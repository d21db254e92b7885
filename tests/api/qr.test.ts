import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { createQrBody } from "@/lib/resources/qr-codes/schema";
import { type ApiResponse, api } from "../support/api";
import type { Failure, Statistics } from "../support/links";
import { decode, samples } from "../support/qr";
import { countedRows } from "../support/recorded";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

interface Details {
  id: number;
  link: string;
  scans: number;
  name: string;
  date: string;
  /** only in the answer for a single code */
  design?: object;
}

const server = inject("server");
const unknownId = 2_000_000_000;
let user: TestUser;
let client: ReturnType<typeof api>;
beforeAll(async () => {
  user = await newUser(server);
  client = api(server, user.key);
});

async function add(body: Record<string, unknown> = {}) {
  const answer = await client.post<{ id: number; link: string }>("/api/qr/add", {
    type: "text",
    data: "Hello",
    ...body,
  });
  expect(answer.body).toEqual({ error: 0, id: expect.any(Number), link: expect.any(String) });
  const { id, link } = answer.body;
  return { id, link, scan: link.replace("/qr/", "/q/") };
}

const show = async (id: number) => (await client.get<{ details: Details; data: Statistics }>(`/api/qr/${id}`)).body;

function expectRefusal({ status, body }: ApiResponse<Failure>, path: string) {
  expect([status, body.error, body.errors?.[0]?.path.split(".")[0]]).toEqual([400, 1, path]);
  expect(body.message.endsWith(body.errors?.[0]?.message ?? "none")).toBe(true);
}

const pixels = async (url: string) => {
  const response = await fetch(url);
  return new Uint8Array(await response.arrayBuffer());
};

describe("POST /api/qr/add", () => {
  it.each(Object.entries(samples))(
    "creates a code of the type %s, whose image contains the data",
    async (type, data) => {
      const { id, link, scan } = await add({ type, data });
      expect(link).toMatch(new RegExp(`^${server.url}/qr/[2-9a-z]{7}$`));
      const read = await decode(await pixels(`${link}?size=200`));
      expect(read).toBe(type === "wifi" ? 'WIFI:T:WPA;S:Café\\; \\"5G\\";P:p\\;a\\:s\\,s\\\\word;H:true;;' : scan);
      const [row] = await sql(server, "SELECT type::text, data FROM qr_codes WHERE id = $1", [id]);
      expect(row).toEqual({ type, data });
    },
  );

  it.each(["vcard", "email", "sms", "wifi"] as const)(
    "accepts the data of the type %s as an array of one",
    async (type) => {
      const { id } = await add({ type, data: [samples[type]] });
      expect(await sql(server, "SELECT data FROM qr_codes WHERE id = $1", [id])).toEqual([{ data: samples[type] }]);
    },
  );

  it("names a code after its type and date by default", async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const name of [undefined, null, ""]) {
      const { id } = await add({ type: "phone", data: "+33 1 23 45 67 89", name });
      expect((await show(id)).details.name).toBe(`Phone ${today}`);
    }
    const { id } = await add({ name: "Menu & wine" });
    expect((await show(id)).details.name).toBe("Menu & wine");
  });

  it("draws black on white by default", async () => {
    const plain = await add();
    expect((await visit(`${plain.link}.svg`)).body).toMatch(/fill="rgb\(255,255,255\)".*fill="rgb\(0,0,0\)"/);
    for (const [foreground, background] of [
      ["rgb(30,60,90)", "rgb(255,250,235)"],
      ["rgb( 0, 0 ,128 )", "rgb(255, 255, 0)"],
    ] as const) {
      const { link } = await add({ foreground, background });
      const { body } = await visit(`${link}.svg`);
      expect(body).toContain(`fill="${foreground.replaceAll(" ", "")}"`);
      expect(body).toContain(`fill="${background.replaceAll(" ", "")}"`);
    }
  });

  it("returns the address of the requested image", async () => {
    const body = { type: "text", data: "Hello", size: "300", format: "svg" };
    const { body: made } = await client.post<{ id: number; link: string }>("/api/qr/add", body);
    expect(made.link).toMatch(/\/qr\/[2-9a-z]{7}\.svg\?size=300$/);
    expect((await fetch(made.link)).headers.get("content-type")).toMatch("image/svg+xml");
    const plain = made.link.replace(/\.svg.*$/, "");
    expect((await show(made.id)).details.link).toBe(plain);
    const shown = await client.get<{ details: Details }>(`/api/qr/${made.id}?size=256&format=png`);
    expect(shown.body.details.link).toBe(`${plain}?size=256`);
    const { body: link } = await client.post<{ id: number }>("/api/url/add", { url: "https://example.com/" });
    const own = await client.get<{ details: Details }>(`/api/url/${link.id}/qr?format=pdf&size=512`);
    expect(own.body.details.link).toMatch(/\/qr\.pdf\?size=512$/);
    expect((await fetch(own.body.details.link)).headers.get("content-type")).toBe("application/pdf");
    expectRefusal(await client.get<Failure>(`/api/qr/${made.id}?format=gif`), "format");
  });

  it("stores a network and a contact from the text that other codes contain", async () => {
    const wifi = "WIFI:T:WPA;S:Café;P:open sesame;;";
    const { id, link } = await add({ type: "wifi", data: wifi });
    expect(await decode(await pixels(link))).toBe(wifi);
    await client.put(`/api/qr/${id}/update`, { data: "WIFI:S:guests;;" });
    expect(await decode(await pixels(link))).toBe("WIFI:T:nopass;S:guests;;");
    const card = "BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada\nTEL;TYPE=CELL:+44 77 1234\nEND:VCARD";
    const contact = await add({ type: "vcard", data: card });
    expect((await visit(contact.scan)).body).toMatch(/Ada Lovelace.*tel:\+44771234/);
    expectRefusal(await client.post<Failure>("/api/qr/add", { type: "vcard", data: `${card} more` }), "data");
    // A text is not changed.
    const text = await add({ type: "text", data: card });
    expect(text.id).toBeGreaterThan(0);
  });

  it("treats null and empty texts as not sent, and ignores unknown fields", async () => {
    for (const empty of [null, ""]) await add({ foreground: empty, background: empty, logo: empty, colour: "red" });
  });

  const wrong: Record<keyof typeof createQrBody.shape, unknown[]> = {
    type: [undefined, null, "", "TEXT", "url", 1, []],
    data: [undefined, null, "", 5, true, [], ["a", "b"], {}, [{}]],
    foreground: [
      "black",
      "#000000",
      "rgb(0,0)",
      "rgb(256,0,0)",
      "rgb(-1,0,0)",
      "rgb(0,0,0,0)",
      "rgb(00,0,0)",
      "rgb(1.5,0,0)",
      5,
      {},
    ],
    background: ["white", "rgba(0,0,0,1)", "rgb(999,0,0)", 'rgb(0,0,0)"/>', "rgb(0,0,0", 5, []],
    logo: [
      5,
      {},
      "logo.png",
      "../../etc/passwd",
      "/etc/passwd",
      "/uploads/x",
      "ftp://example.com/a.png",
      "http://",
      `http://example.com/${"x".repeat(2048)}`,
    ],
    size: ["large", 63, 4097, 300.5, []],
    format: ["gif", "PNG", 5, {}],
    dots: ["round", 5, []],
    eyes: ["dot", 5, {}],
    gradient: ["linear", { type: "conic", color: "rgb(0,0,0)" }, { type: "linear", color: "red" }, { type: "linear" }],
    frame: ["label", { style: "neon" }, { style: "label", text: "x".repeat(25) }],
    template: [0, -1, "one", 2_000_000_000, {}],
    name: [5, {}, "x".repeat(101), "a\0b"],
  };

  it("has a wrong value for every field", () => {
    expect(Object.keys(wrong).sort()).toEqual(Object.keys(createQrBody.shape).sort());
  });

  it.each(Object.entries(wrong))("rejects wrong values in %s, by name", async (field, values) => {
    for (const value of values) {
      const sent = { type: "text", data: "Hello", [field]: value };
      expectRefusal(await client.post<Failure>("/api/qr/add", sent), field);
    }
  });

  const number = "+33123456789";
  it.each<[string, unknown[]]>([
    ["text", ["", " \n", "x".repeat(5001), "a\0b", { text: "x" }]],
    ["link", ["nope", "javascript:alert(1)", "ftp://example.com", "https://u:p@example.com/", { url: "x" }]],
    ["phone", ["12", "call me", "+33 1 23 ext 4", "1".repeat(33), { phone: number }]],
    [
      "email",
      [
        "ann",
        { email: "ann" },
        { subject: "x" },
        { email: "a@example.com", subject: 5 },
        [samples.email, samples.email],
      ],
    ],
    ["sms", ["x", { message: "x" }, { phone: "x" }, { phone: number, message: "x".repeat(1601) }]],
    [
      "wifi",
      [
        "home",
        { pass: "secret", encryption: "wpa" },
        { ssid: "home", encryption: "wpa" },
        { ssid: "home", pass: "1234567", encryption: "wpa" },
        { ssid: "home", pass: "ü".repeat(7), encryption: "wpa" },
        { ssid: "home", pass: "ü".repeat(32), encryption: "wpa" },
        { ssid: "home", pass: "g".repeat(64), encryption: "WPA" },
        { ssid: "home", pass: "123456", encryption: "wep" },
        { ssid: "home", pass: "x".repeat(10), encryption: "wep" },
        { ssid: "home", pass: "secret" },
        { ssid: "home", pass: "secret", encryption: "wpa3" },
        { ssid: "é".repeat(17), encryption: "nopass" },
        { ssid: "home", encryption: "nopass", hidden: "perhaps" },
      ],
    ],
    [
      "vcard",
      [
        "Ann",
        { title: "Engineer" },
        { fname: "Ann", email: "ann" },
        { fname: "Ann", site: "javascript:alert(1)" },
        { fname: "x".repeat(101) },
      ],
    ],
  ])("rejects invalid data of the type %s", async (type, values) => {
    for (const data of values) expectRefusal(await client.post<Failure>("/api/qr/add", { type, data }), "data");
  });

  it("rejects data that is nested too deeply", async () => {
    const add = (levels: number) => {
      const deep = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
      return client.post<Failure>("/api/qr/add", `{"type":"text","data":${deep}}`);
    };
    expectRefusal(await add(30), "data");
    expect(await add(100_000)).toMatchObject({
      status: 400,
      body: { message: "The body is nested more than 32 levels deep." },
    });
  });

  it.each([
    ["wpa", "12345678"],
    ["wpa", "x".repeat(63)],
    ["wpa", "0aF9".repeat(16)],
    ["wep", "12345"],
    ["wep", "0aF9".repeat(6).concat("00")],
    ["nopass", "short"],
  ])("accepts a key that a network with the encryption %s can have: %s", async (encryption, pass) => {
    const { id } = await add({ type: "wifi", data: { ssid: "home", pass, encryption } });
    expect(await sql(server, "SELECT data->>'pass' AS pass FROM qr_codes WHERE id = $1", [id])).toEqual([{ pass }]);
  });

  it("names the wrong member of the data", async () => {
    const data = { fname: "Ann", email: "ann" };
    const { body } = await client.post<Failure>("/api/qr/add", { type: "vcard", data: [data] });
    expect(body.errors).toEqual([
      { path: "data.email", code: "not_an_email", message: "This must be a valid e-mail address." },
    ]);
  });

  it("accepts a short link of this service as a link, but not another QR code", async () => {
    const { scan } = await add({ type: "link", data: `${server.url}/abc` });
    for (const data of [scan, `${scan}?x=1`, scan.replace("localhost", "127.0.0.1"), scan.replace("http:", "https:")]) {
      const answer = await client.post<Failure>("/api/qr/add", { type: "link", data });
      expectRefusal(answer, "data");
      expect(answer.body.errors?.[0]?.message).toBe(
        "This is the address of a QR code of this service. Enter the destination itself.",
      );
    }
  });

  it("rejects colors that a camera cannot distinguish, and says why", async () => {
    const refused = async (foreground: string, background: string) => {
      const answer = await client.post<Failure>("/api/qr/add", { type: "text", data: "x", foreground, background });
      expectRefusal(answer, "foreground");
      return answer.body.message;
    };
    expect(await refused("rgb(255,255,0)", "rgb(255,255,255)")).toContain("too similar");
    expect(await refused("rgb(0,0,255)", "rgb(255,0,0)")).toContain("too similar");
    expect(await refused("rgb(10,10,10)", "rgb(10,10,10)")).toContain("too similar");
    expect(await refused("rgb(255,255,255)", "rgb(0,0,0)")).toContain("darker than its background");
  });

  it("stores nothing that it rejects", async () => {
    const before = await sql(server, "SELECT id FROM qr_codes WHERE user_id = $1", [user.id]);
    await client.post("/api/qr/add", { type: "text", data: "x", foreground: "rgb(255,255,255)" });
    await client.post("/api/qr/add", { type: "text", data: "x", logo: "http://127.0.0.1/logo.png" });
    expect(await sql(server, "SELECT id FROM qr_codes WHERE user_id = $1", [user.id])).toEqual(before);
  });

  it.each([
    "http://127.0.0.1/a.png",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://localhost/a.png",
    "https://93.184.215.14:8443/a.png",
  ])("fetches no logo from %s", async (logo) => {
    const answer = await client.post<Failure>("/api/qr/add", { type: "text", data: "x", logo });
    expectRefusal(answer, "logo");
  });

  it("accepts the path of the user's own upload as a logo, which is drawn even after the upload is deleted", async () => {
    const code = user.id.toString(16).padStart(32, "0");
    const image = await sharp({ create: { width: 90, height: 90, channels: 3, background: "rgb(200,30,30)" } })
      .png()
      .toBuffer();
    await sql(server, "INSERT INTO uploads (code, user_id, image) VALUES ($1, $2, $3)", [code, user.id, image]);
    const shown = await fetch(`${server.url}/uploads/${code}`);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(image);
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(shown.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await fetch(`${server.url}/uploads/${"f".repeat(32)}`)).status).toBe(404);

    const { link, scan } = await add({ logo: `/uploads/${code}` });
    const other = await newUser(server);
    const stolen = { type: "text", data: "x", logo: `/uploads/${code}` };
    expectRefusal(await api(server, other.key).post<Failure>("/api/qr/add", stolen), "logo");
    await sql(server, "DELETE FROM uploads WHERE code = $1", [code]);
    const { data } = await sharp(await pixels(`${link}?size=330`))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray((165 * 330 + 165) * 3, (165 * 330 + 165) * 3 + 3)]).toEqual([200, 30, 30]);
    expect(await decode(await pixels(`${link}?size=200`))).toBe(scan);
  });
});

describe("GET /api/qr", () => {
  it("lists the account's codes, newest first, with exactly the contract's members", async () => {
    const mine = await newUser(server);
    const own = api(server, mine.key);
    const ids: number[] = [];
    for (const name of ["one", "two", "three"]) {
      const { body } = await own.post<{ id: number }>("/api/qr/add", { type: "text", data: "x", name });
      ids.unshift(body.id);
    }
    const { status, body } = await own.get<{ data: { qrs: Details[] } }>("/api/qr?limit=2");
    expect(status).toBe(200);
    expect(body).toEqual({
      error: 0,
      data: {
        ...{ result: 3, resultexact: true, perpage: 2, currentpage: 1, nextpage: 2, maxpage: 2 },
        ...{ nextcursor: expect.any(String), qrs: expect.any(Array) },
      },
    });
    expect(body.data.qrs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(body.data.qrs[0]).toEqual({
      id: ids[0],
      link: expect.stringMatching(new RegExp(`^${server.url}/qr/[2-9a-z]{7}$`)),
      scans: 0,
      name: "three",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const second = await own.get<{ data: { qrs: Details[]; nextpage: number } }>("/api/qr?limit=2&page=2");
    expect([second.body.data.qrs.map(({ id }) => id), second.body.data.nextpage]).toEqual([ids.slice(2), 2]);
    for (const query of ["limit=0", "page=0", "page=x"]) expect((await own.get(`/api/qr?${query}`)).status).toBe(400);
  });
});

describe("GET /api/qr/:id", () => {
  it("shows the code and its statistics", async () => {
    const { id, link } = await add({ name: "Menu" });
    expect(await show(id)).toEqual({
      error: 0,
      details: {
        ...{ id, link, scans: 0, name: "Menu", date: expect.any(String) },
        design: {
          ...{ foreground: "rgb(0,0,0)", background: "rgb(255,255,255)", logo: null },
          ...{ dots: "square", eyes: "square", gradient: null, frame: null },
        },
      },
      data: {
        clicks: 0,
        uniqueClicks: 0,
        topCountries: {},
        topReferrers: {},
        topBrowsers: {},
        topOs: {},
        socialCount: { network1: 0, network2: 0, network3: 0 },
        topClasses: {},
        topRobots: {},
        topRegions: {},
        topCities: {},
      },
    });
  });
});

describe("PUT /api/qr/:id/update", () => {
  const update = (id: number, body: Record<string, unknown>) => client.put<Failure>(`/api/qr/${id}/update`, body);

  it("changes the data, and printed codes follow at once", async () => {
    const { id, link, scan } = await add({ type: "link", data: "https://example.com/one" });
    expect((await visit(scan)).location).toBe("https://example.com/one");
    const { status, body } = await update(id, { data: "https://example.com/two" });
    expect([status, body]).toEqual([200, { error: 0, message: "The QR code has been updated." }]);
    expect((await visit(scan)).location).toBe("https://example.com/two");
    expect(await decode(await pixels(`${link}?size=200`))).toBe(scan);
  });

  it("shows changes that another process made, too", async () => {
    const { id, scan } = await add({ type: "link", data: "https://example.com/one" });
    expect((await visit(scan)).location).toBe("https://example.com/one");
    await sql(server, `UPDATE qr_codes SET data = '"https://example.com/two"' WHERE id = $1`, [id]);
    await eventually(async () => expect((await visit(scan)).location).toBe("https://example.com/two"));
    await sql(server, "DELETE FROM qr_codes WHERE id = $1", [id]);
    await eventually(async () => expect((await visit(scan)).status).toBe(404));
  });

  it("changes colors and name, and keeps what was not sent", async () => {
    const { id, link } = await add({ foreground: "rgb(30,60,90)", name: "Menu" });
    await update(id, { data: "x", background: "rgb(255,250,235)" });
    const { body } = await visit(`${link}.svg`);
    expect(body).toMatch(/fill="rgb\(255,250,235\)".*fill="rgb\(30,60,90\)"/);
    expect((await show(id)).details.name).toBe("Menu");
    await update(id, { data: "x", name: "Wine" });
    expect((await show(id)).details.name).toBe("Wine");
  });

  it("changes the image of a network with its data", async () => {
    const { id, link } = await add({ type: "wifi", data: { ssid: "old", encryption: "nopass" } });
    expect(await decode(await pixels(link))).toBe("WIFI:T:nopass;S:old;;");
    await update(id, { type: "wifi", data: [{ ssid: "new", pass: "12345678", encryption: "WPA", hidden: 0 }] });
    expect(await decode(await pixels(link))).toBe('WIFI:T:WPA;S:new;P:"12345678";;');
  });

  it("accepts the code's own type, and rejects another", async () => {
    const { id } = await add();
    expect((await update(id, { type: "text", data: "x" })).status).toBe(200);
    for (const type of ["phone", "nonsense"]) expectRefusal(await update(id, { type, data: "12345" }), "type");
  });

  it("requires data of the code's type", async () => {
    const { id } = await add({ type: "phone", data: "+33123456789" });
    for (const data of [undefined, null, "", "x", {}]) expectRefusal(await update(id, { data, name: "new" }), "data");
    expect((await show(id)).details.name).not.toBe("new");
  });

  it("rejects colors that cannot be read back, and keeps the code unchanged", async () => {
    const { id, scan } = await add({ data: "before" });
    expectRefusal(await update(id, { data: "after", foreground: "rgb(250,250,250)" }), "foreground");
    expectRefusal(await update(id, { data: "after", background: "rgb(0,0,0)" }), "foreground");
    expect((await visit(scan)).body).toContain("before");
  });
});

describe("DELETE /api/qr/:id/delete", () => {
  it("deletes the code with its scans, its statistics and its image", async () => {
    const { id, link, scan } = await add();
    await visit(scan);
    await eventually(async () => expect((await show(id)).details.scans).toBe(1));
    const { status, body } = await client.delete(`/api/qr/${id}/delete`);
    expect([status, body]).toEqual([200, { error: 0, message: "The QR code has been deleted." }]);
    expect((await visit(scan)).status).toBe(404);
    expect((await visit(link)).status).toBe(404);
    expect((await client.get(`/api/qr/${id}`)).status).toBe(404);
    await eventually(async () => expect(await countedRows(server.databaseUrl, "qr", id)).toBe(0));
  });
});

describe.each(["another user's", "an unknown"])("%s id", (whose) => {
  it("is a 404 with the same sentence everywhere, and changes nothing", async () => {
    const { id, scan } = await add({ data: "mine" });
    const other = api(server, (await newUser(server)).key);
    const requestedId = whose === "an unknown" ? unknownId : id;
    for (const answer of [
      await other.get<Failure>(`/api/qr/${requestedId}`),
      await other.put<Failure>(`/api/qr/${requestedId}/update`, { data: "theirs" }),
      await other.delete<Failure>(`/api/qr/${requestedId}/delete`),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: 1, code: "not_found", message: "This QR code does not exist." },
      ]);
    }
    expect((await visit(scan)).body).toContain("mine");
  });
});

describe("a scan", () => {
  it("by people is counted in the list, the details and the statistics", async () => {
    const { id, scan } = await add({ type: "link", data: "https://example.com/é" });
    for (const agent of ["iphone", "iphone", "android"] as const) {
      const { status, location, headers } = await visit(scan, { headers: { "user-agent": agents[agent] } });
      expect([status, location]).toEqual([302, "https://example.com/%C3%A9"]);
      expect(headers.get("cache-control")).toBe("no-store");
    }
    const { details, data } = await eventually(async () => {
      const shown = await show(id);
      expect([shown.details.scans, shown.data.clicks]).toEqual([3, 3]);
      return shown;
    });
    expect(data).toMatchObject({ uniqueClicks: 2, topOs: { iOS: "2", Android: "1" }, topReferrers: { Direct: "3" } });
    const { body } = await client.get<{ data: { qrs: Details[] } }>("/api/qr?limit=100");
    const { design, ...listed } = details;
    expect(design).toBeDefined();
    expect(body.data.qrs.find((one) => one.id === id)).toEqual(listed);
  });

  it.each<[string, Parameters<typeof visit>[1]]>([
    ["HEAD", { method: "HEAD" }],
    ["an older prefetch", { headers: { purpose: "prefetch" } }],
    ["a preview in WhatsApp", { headers: { "user-agent": agents.whatsapp } }],
    ["a bot", { headers: { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } }],
  ])("by %s gets the content, and is not counted", async (_, init) => {
    const { id, scan } = await add({ type: "link", data: "https://example.com/" });
    expect((await visit(scan, init)).status).toBe(302);
    await visit(scan);
    await eventually(async () => expect((await show(id)).details.scans).toBe(1));
    const { data } = await show(id);
    expect([data.clicks, data.uniqueClicks]).toEqual([1, 1]);
    const rows = await sql<{ robot: string | null }>(
      server,
      "SELECT robot FROM clicks WHERE qr_code_id = $1 ORDER BY id",
      [id],
    );
    expect(rows.map(({ robot }) => robot === null)).toEqual([false, true]);
  });

  it("is not counted when only the image is viewed, or the contact saved", async () => {
    const { id, link, scan } = await add({ type: "vcard", data: samples.vcard });
    await visit(link);
    await visit(`${scan}.vcf`);
    await visit(scan);
    await eventually(async () => expect((await show(id)).details.scans).toBe(1));
    expect(await sql(server, "SELECT 1 FROM clicks WHERE qr_code_id = $1", [id])).toHaveLength(1);
  });

  it("shows a text as text, not as markup", async () => {
    const { scan } = await add({ type: "text", data: '<script>alert("1")</script>\n& more' });
    const { status, headers, body } = await visit(scan);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\n&amp; more");
    expect(body).not.toContain("<script");
  });

  it.each([
    ["phone", 'href="tel:+442079460958"'],
    ["email", 'href="mailto:ann@example.com?subject=Hello%20%26%20welcome&amp;body=Line%20one%0D%0ALine%20two"'],
    ["sms", 'href="sms:+15550100000?body=Table%204%2C%20please"'],
    ["vcard", ".vcf"],
  ] as const)("of a %s passes it to the phone", async (type, expected) => {
    const { scan } = await add({ type, data: samples[type] });
    const { status, body } = await visit(scan);
    expect(status).toBe(200);
    expect(body).toContain(expected);
  });

  it("dials no zero in brackets after a country code, and shows the number as typed", async () => {
    const phone = "+49 (0)170 123-45 67";
    const codes = [
      await add({ type: "phone", data: phone }),
      await add({ type: "sms", data: { phone, message: "Hi" } }),
      await add({ type: "vcard", data: { fname: "Ada", phone, cell: "0049 (0) 30 1234", fax: "(030) 1234" } }),
    ];
    const pages = await Promise.all(codes.map(({ scan }) => visit(scan)));
    for (const { body } of pages) expect(body).toContain(phone);
    expect(pages[0]?.body).toContain('href="tel:+491701234567"');
    expect(pages[1]?.body).toContain('href="sms:+491701234567?body=Hi"');
    for (const dialed of ["+491701234567", "+49301234"]) expect(pages[2]?.body).toContain(`href="tel:${dialed}"`);
    const { body } = await visit(`${codes[2]?.scan}.vcf`);
    expect(body.split("\r\n").filter((line) => line.startsWith("TEL"))).toEqual([
      "TEL;TYPE=VOICE:+49 170 1234567",
      "TEL;TYPE=CELL:+49 30 1234",
      "TEL;TYPE=FAX:(030) 1234",
    ]);
  });

  it("of a contact shows a card, and a file for the address book", async () => {
    const { scan } = await add({ type: "vcard", data: samples.vcard });
    const page = await visit(scan);
    for (const shown of ["Zoë O&#39;Neil; Jr.", "Engineer, Smith, Jones &amp; Co", 'href="tel:+447700900123"']) {
      expect(page.body).toContain(shown);
    }
    const { headers, body } = await visit(`${scan}.vcf`);
    expect(headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="contact.vcf"');
    expect(body.split("\r\n")).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:O'Neil\\; Jr.;Zoë;;;",
      "FN:Zoë O'Neil\\; Jr.",
      "ORG:Smith\\, Jones & Co",
      "TITLE:Engineer",
      "TEL;TYPE=VOICE:+44 20 7946 0958",
      "TEL;TYPE=CELL:+44 7700 900123",
      "TEL;TYPE=FAX:+44 20 7946 0959",
      "EMAIL:zoe@example.com",
      "URL:https://example.com/zoe?a=1&b=2",
      "ADR:;;1 Long Street;London;Greater London;N1 9GU;United Kingdom",
      "END:VCARD",
      "",
    ]);
  });

  it("does not redirect for a missing code, or reveal a network's password", async () => {
    const wifi = await add({ type: "wifi", data: samples.wifi });
    const text = await add();
    const addresses = [
      wifi.scan,
      `${text.scan}.vcf`,
      `${server.url}/q/2222222`,
      `${server.url}/q/x`,
      `${server.url}/q/`,
    ];
    for (const address of addresses) {
      const { status, body } = await visit(address);
      expect([status, body.includes("Link not found")]).toEqual([404, true]);
    }
    expect((await visit(text.scan, { method: "POST" })).status).toBe(405);
  });
});

describe("the public image", () => {
  const bytes = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };

  it("is a PNG, drawn again for every size", async () => {
    const { link, scan } = await add();
    for (const [query, expected] of [
      ["", 512],
      ["?size=64", 64],
      ["?size=333", 333],
      ["?size=4096", 4096],
    ] as const) {
      for (const suffix of ["", ".png"]) {
        const { status, headers, body } = await bytes(`${link}${suffix}${query}`);
        expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        expect([info.width, info.height]).toEqual([expected, expected]);
        // There are no shades of gray: nothing was scaled.
        expect(data.every((value) => value === 0 || value === 255)).toBe(true);
        if (expected > 64) expect(await decode(body)).toBe(scan);
      }
    }
  });

  it("is an SVG without script", async () => {
    const { link, scan } = await add();
    const { headers, body } = await bytes(`${link}.svg?size=300`);
    expect(headers.get("content-type")).toBe("image/svg+xml");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(body.toString()).toMatch(/^<svg [^>]*width="300" height="300" viewBox="0 0 300 300">/);
    expect(await decode(await sharp(body, { density: 288 }).png().toBuffer())).toBe(scan);
  });

  it("is a PDF of lines, not pixels", async () => {
    const { link } = await add();
    const { headers, body } = await bytes(`${link}.pdf?size=300`);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(body.subarray(0, 5).toString()).toBe("%PDF-");
    expect(body.toString("latin1")).not.toContain("/Image");
  });

  it.each(["63", "4097", "0", "-64", "64.5", "1e3", "large", "", "9".repeat(400)])(
    "rejects the size %j",
    async (size) => {
      const { link } = await add();
      const { status, headers, body } = await bytes(`${link}?size=${size}`);
      expect([status, headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);
      expect(body.toString()).toBe("The size must be a whole number from 64 to 4096.");
    },
  );

  it("is not sent again to clients that cache it, until it changes", async () => {
    const { id, link } = await add();
    for (const address of [link, `${link}.svg`, `${link}.pdf?size=100`]) {
      const first = await bytes(address);
      const tag = first.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      expect(first.headers.get("cache-control")).toBe("public, max-age=60");
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
        const again = await bytes(address, { "if-none-match": known });
        expect([again.status, again.body.length, again.headers.get("etag")]).toEqual([304, 0, tag]);
      }
      expect((await bytes(address, { "if-none-match": '"x"' })).body.equals(first.body)).toBe(true);
      const other = await bytes(`${address.split("?")[0]}?size=99`);
      expect(other.headers.get("etag")).not.toBe(tag);
    }
    const before = (await bytes(link)).headers.get("etag") ?? "";
    await client.put(`/api/qr/${id}/update`, { data: "only the content" });
    expect((await bytes(link, { "if-none-match": before })).status).toBe(304);
    await client.put(`/api/qr/${id}/update`, { data: "x", foreground: "rgb(0,0,99)" });
    expect((await bytes(link, { "if-none-match": before })).status).toBe(200);
  });

  it("answers HEAD like GET, and nothing else", async () => {
    const { link } = await add();
    const get = await bytes(link);
    const head = await fetch(link, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(`${get.body.length}`);
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    const post = await fetch(link, { method: "POST" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it.each(["/qr/2222222", "/qr/", "/qr/abc", "/qr/2222222.svg", "/qr/2222222.gif", "/qr/%2e%2e/x"])(
    "%s is a 404",
    async (path) => {
      expect((await bytes(`${server.url}${path}`)).status).toBe(404);
    },
  );
});
