import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Failure } from "../support/links";
import { linkOwner } from "../support/links";
import { limitTo, newOwner, ok } from "../support/owned";
import { untilStored } from "../support/recorded";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { type Answer, agents, visit } from "../support/visit";
import { eventually } from "../support/wait";
import { payloads } from "../support/xss";

const server = inject("trustingServer");
/** `/closed` forbids every frame. */
const site = createServer((request, response) => {
  if (request.url?.startsWith("/closed")) response.setHeader("X-Frame-Options", "DENY");
  response.end("The destination");
});
let destination: string;

beforeAll(async () => {
  await once(site.listen(0, "127.0.0.1"), "listening");
  destination = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  site.close();
});

const contents = {
  message: { text: "Half <b>price</b>", button: "Show me", url: "https://example.com/sale" },
  contact: { title: "Ask us", thanks: "We answer soon." },
  poll: { question: "Tea or coffee?", options: ["Tea", "Coffee & cake"] },
  newsletter: { title: "News", button: "Join" },
  coupon: { text: "A tenth off", code: "SPRING<10>" },
  image: { url: "https://example.com/poster.png", alt: "A poster", link: "https://example.com/" },
};

let count = 0;

/** A link that shows an overlay over the destination, once it is known that the destination allows frames. */
async function shown(type: keyof typeof contents, link: Record<string, unknown> = {}) {
  const owner = await linkOwner(server);
  const body = { type, name: "Été; mine", content: contents[type] };
  const { id } = await ok(owner.client.post<{ id: number }>("/api/overlay/add", body));
  const made = await owner.create({ url: `${destination}open/${count++}`, type: `overlay-${id}`, ...link });
  const answers = async (query = "") =>
    (
      await ok(
        owner.client.get<{ data: { result: number; answers: Record<string, unknown>[] } }>(
          `/api/overlay/${id}/answers${query}`,
        ),
      )
    ).data;
  if (!link.password && !link.clicklimit)
    await eventually(async () => expect((await visit(made.shorturl)).status).toBe(200));
  return { owner, overlay: id, link: made.id, url: made.shorturl, answers };
}

const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  visit(url, { method: "POST", body: new URLSearchParams(fields), headers });

const message = { name: "Ada", email: "ada@example.com", message: "Do you ship <b>abroad</b>?\nThanks" };

describe("an overlay", () => {
  it.each([
    ["message", ["Half &lt;b&gt;price&lt;/b&gt;", 'href="https://example.com/sale">Show me</a>']],
    ["contact", ["<h2>Ask us</h2>", 'name="email"', "<textarea", "<button>Send</button>"]],
    ["poll", ["<legend>Tea or coffee?</legend>", 'value="Coffee &amp; cake"', "<button>Vote</button>"]],
    ["newsletter", ["<h2>News</h2>", 'type="email"', "<button>Join</button>"]],
    ["coupon", ["<code>SPRING&lt;10&gt;</code>", 'data-copy="SPRING&lt;10&gt;" hidden']],
    ["image", ['src="https://example.com/poster.png" alt="A poster"', 'href="https://example.com/"']],
  ] as const)("of type %s covers the framed destination, small and with a strict policy", async (type, texts) => {
    const { url } = await shown(type, { metatitle: "Spring <sale>" });
    const { body, headers } = await visit(url);
    expect(body).toContain(`<iframe src="${destination}open/`);
    expect(body).toContain("<title>Spring &lt;sale&gt;</title>");
    for (const text of [...texts, '<form method="dialog" class="close">']) expect(body).toContain(text);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*script-src 'nonce-[^']+'$/);
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  });

  it("appears where and when its owner says, with the earlier defaults", async () => {
    const { owner, overlay, url } = await shown("message");
    const place = async (placing: object) => {
      await ok(owner.client.put(`/api/overlay/${overlay}/update`, { content: { text: "Sale", ...placing } }));
      return (await visit(url)).body;
    };
    const usual = await place({});
    expect(usual).toContain('<dialog open data-trigger="load" aria-label="Message">');
    expect(usual).toContain("dialog{position:fixed;inset:auto 16px 52px auto;");
    expect(await place({ position: "bottom-left" })).toContain("dialog{inset:auto auto 52px 16px}");
    expect(await place({ position: "center" })).toContain("dialog{inset:0;margin:auto;");
    expect(await place({ position: "top" })).toContain("dialog{inset:0 0 auto;width:100%;");
    // It appears without a script.
    const late = await place({ trigger: "delay" });
    expect(late).toContain('<dialog open data-trigger="delay" data-delay="5" aria-label="Message">');
    expect(late).toContain("dialog{visibility:hidden;animation:come 0s 5s forwards!important}");
    expect(await place({ trigger: "delay", delay: 30 })).toContain("come 0s 30s");
    expect(await place({ trigger: "exit" })).toContain('<dialog data-trigger="exit" aria-label="Message">');
    // Without a trigger, these seconds have no effect.
    expect(await place({ delay: 30 })).not.toContain("come 0s");
  });

  it("is replaced by a redirect if the destination forbids frames", async () => {
    const { owner, overlay } = await shown("message");
    const { shorturl } = await owner.create({ url: `${destination}closed`, type: `overlay-${overlay}` });
    const { status, location } = await visit(shorturl);
    expect([status, location]).toEqual([302, `${destination}closed`]);
  });

  it("shows a change at once, and disappears from its links when it is deleted", async () => {
    const { owner, overlay, url } = await shown("message");
    await ok(owner.client.put(`/api/overlay/${overlay}/update`, { content: { text: "Sold out" } }));
    expect((await visit(url)).body).toContain("Sold out");
    await sql(server, 'UPDATE overlays SET content = \'{"text": "Elsewhere"}\' WHERE id = $1', [overlay]);
    await eventually(async () => expect((await visit(url)).body).toContain("Elsewhere"));
    await ok(owner.client.delete(`/api/overlay/${overlay}/delete`));
    expect((await visit(url)).location).toContain(`${destination}open/`);
  });
});

describe("an answer", () => {
  it("to a contact form is stored with the link, and listed for the owner as it was sent", async () => {
    const { link, url, answers } = await shown("contact");
    const { status, body } = await send(url, message);
    expect([status, body.includes("We answer soon."), body.includes("<textarea")]).toEqual([200, true, false]);
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await answers()).answers).toEqual([{ id: expect.any(Number), link, ...message, date }]);
  });

  it("does not count as a visit", async () => {
    const { owner, link, url } = await shown("newsletter");
    await untilStored(server, 10_000);
    const before = (await owner.show(link)).details.clicks;
    expect(before).toBeGreaterThan(0);
    await send(url, { email: "ada@example.com" });
    await visit(url, { headers: { "user-agent": agents.mac } });
    await eventually(async () => expect((await owner.show(link)).details.clicks).toBe(before + 1));
  });

  it.each([
    ["contact", { ...message, email: "ada@" }, "email"],
    ["contact", { ...message, message: " " }, "message"],
    ["contact", { ...message, name: "x".repeat(101) }, "name"],
    ["contact", { ...message, name: "a\0b" }, "name"],
    ["contact", {}, "name"],
    ["newsletter", { email: "nobody" }, "email"],
    ["poll", { option: "Milk" }, "option"],
    ["poll", {}, "option"],
    ["contact", { ...message, message: "x".repeat(5001) }, "message"],
  ] as const)(
    "to a %s like %j is rejected by its field, keeps what was typed, and is not stored",
    async (type, fields, field) => {
      const { url, answers } = await shown(type);
      const { status, body } = await send(url, fields as Record<string, string>);
      expect(status).toBe(400);
      expect(body).toContain(`id="${field}-problem"`);
      const name = "name" in fields && field !== "name" ? fields.name : null;
      if (name) expect(body).toContain(`name="name" value="${name}"`);
      expect((await answers()).result).toBe(0);
    },
  );

  it("in a poll counts once per visitor, also for many at once, and shows the votes", async () => {
    const { url, answers } = await shown("poll");
    const first = await send(url, { option: "Tea" });
    expect(first.body).toMatch(/Thank you\..*Tea <span>100 % \(1\)<\/span>.*Coffee &amp; cake <span>0 % \(0\)<\/span>/);
    const again = await send(url, { option: "Coffee & cake" });
    expect([again.status, again.body.includes("You have already voted.")]).toEqual([200, true]);
    const others = { "user-agent": agents.mac };
    await Promise.all(Array.from({ length: 5 }, () => send(url, { option: "Coffee & cake" }, others)));
    expect((await answers()).answers.map(({ option }) => option)).toEqual(["Coffee & cake", "Tea"]);
    // Nothing that is stored says who voted.
    const rows = await sql<Record<string, unknown>>(
      server,
      "SELECT content, author FROM overlay_answers ORDER BY id DESC LIMIT 2",
    );
    expect(rows.map(({ content, author }) => [content, (author as Buffer).length])).toEqual([
      [{ option: "Coffee & cake" }, 32],
      [{ option: "Tea" }, 32],
    ]);
  });

  it("to a newsletter is stored once per address, and looks the same the second time", async () => {
    const { url, answers } = await shown("newsletter");
    const first = await send(url, { email: "ada@example.com" });
    const second = await send(url, { email: " ADA@example.com" }, { "user-agent": agents.mac });
    expect(plain(second.body)).toBe(plain(first.body));
    expect((await answers()).answers).toMatchObject([{ email: "ada@example.com" }]);
  });

  it("is rejected from one address after ten in 15 minutes, for each overlay", async () => {
    const [one, other] = [await shown("contact"), await shown("contact")];
    for (let n = 0; n < 10; n++) expect((await send(one.url, message)).status).toBe(200);
    const { status, body } = await send(one.url, message);
    expect([status, body.includes("Too many answers. Please try again in a few minutes.")]).toEqual([429, true]);
    expect(body).toContain('value="Ada"');
    expect((await send(other.url, message)).status).toBe(200);
    expect((await one.answers()).result).toBe(10);
  });

  it("is rejected if another site's page sends it", async () => {
    const { url, answers } = await shown("newsletter");
    for (const [name, value] of [
      ["sec-fetch-site", "cross-site"],
      ["origin", "https://evil.example"],
      ["origin", "null"],
    ] as const) {
      expect((await send(url, { email: "ada@example.com" }, { [name]: value })).status).toBe(403);
    }
    expect((await send(url, { email: "ada@example.com" }, { "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await answers()).result).toBe(1);
  });

  it("does not get past a password or a click limit", async () => {
    const secret = await shown("newsletter", { password: "secret" });
    const refused = await send(secret.url, { email: "ada@example.com" });
    expect([refused.status, refused.body.includes("open/")]).toEqual([403, false]);
    expect((await secret.answers()).result).toBe(0);
    const limited = await shown("newsletter", { clicklimit: 1 });
    const { status, body } = await send(limited.url, { email: "ada@example.com" });
    expect([status, body.includes("Thank you."), body.includes("<iframe")]).toEqual([200, true, false]);
  });

  it("to an overlay without questions is redirected to the link", async () => {
    const { url } = await shown("message");
    const { status, location } = await send(url, { a: "b" });
    expect([status, location]).toEqual([303, new URL(url).pathname]);
  });
});

describe("GET /api/overlay/:id/answers", () => {
  it("lists them in pages, the newest first, and keeps them without their link until the overlay is deleted", async () => {
    const { owner, overlay, link, url, answers } = await shown("newsletter");
    for (const name of ["a", "b", "c"]) await send(url, { email: `${name}@example.com` });
    expect(await answers("?limit=2")).toMatchObject({
      result: 3,
      perpage: 2,
      maxpage: 2,
      answers: [{ email: "c@example.com" }, { email: "b@example.com" }],
    });
    expect((await answers("?limit=2&page=2")).answers).toMatchObject([{ email: "a@example.com", link }]);
    await owner.remove(link);
    expect((await answers()).answers).toMatchObject([{ link: null }, { link: null }, { link: null }]);
    await ok(owner.client.delete(`/api/overlay/${overlay}/delete`));
    expect(await sql(server, "SELECT 1 FROM overlay_answers WHERE overlay_id = $1", [overlay])).toEqual([]);
  });

  it("shows no other user's answers", async () => {
    const { overlay } = await shown("newsletter");
    const { client } = await newOwner(server);
    const { status, body } = await client.get<Failure>(`/api/overlay/${overlay}/answers`);
    expect([status, body.message]).toEqual([404, "This overlay does not exist."]);
  });
});

describe("the answers as a CSV file", () => {
  const file = async (overlay: number, cookie: string) =>
    visit(`${server.url}/dashboard/overlays/${overlay}/answers`, { headers: { cookie } });

  it("contain every answer, the newest first, and no formula that a spreadsheet would calculate", async () => {
    const { owner, overlay, url } = await shown("contact");
    await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [
      owner.user.id,
    ]);
    await send(url, message);
    await send(url, { ...message, name: "=1+1", message: '-1"' });
    const { status, headers, body } = await file(overlay, await sessionCookie(server, owner.user.id));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''%C3%89t%C3%A9%3B%20mine.csv");
    const date = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d";
    expect(body).toMatch(
      new RegExp(
        `^"Date \\(UTC\\)","Link","Name","E-mail","Message"\r\n"${date}","${url}","'=1\\+1","ada@example.com","'-1"""\r\n"${date}","${url}","Ada",`,
      ),
    );
  });

  it("contain what visitors wrote, character by character, each in its own cell", async () => {
    const { owner, overlay } = await shown("contact");
    await limitTo(server, owner.user.id, { export: { enabled: true } });
    const texts = [...payloads, "=1+1", "\t=1", "a,b;c", '""', "two\r\nlines", ",=1", '","=1"'];
    await sql(
      server,
      `INSERT INTO overlay_answers (overlay_id, content)
       SELECT $1, jsonb_build_object('name', text, 'email', text, 'message', text) FROM unnest($2::text[]) AS text`,
      [overlay, texts],
    );
    const { body } = await file(overlay, await sessionCookie(server, owner.user.id));
    const [, ...rows] = parse(body, { bom: true }) as string[][];
    const safe = texts.map((text) => (/^[-=\t]/.test(text) ? `'${text}` : text));
    expect(rows.toReversed().map((row) => row.slice(2))).toEqual(safe.map((text) => [text, text, text]));
  });

  it("are only for their owner, if the plan has exports", async () => {
    const { owner, overlay } = await shown("contact");
    const stranger = await newOwner(server);
    expect((await file(overlay, await sessionCookie(server, stranger.user.id))).status).toBe(404);
    expect((await file(overlay, "")).location).toMatch(/\/login$/);
    await limitTo(server, owner.user.id, { export: { enabled: false } });
    const refused = await file(overlay, await sessionCookie(server, owner.user.id));
    expect([refused.status, refused.body]).toEqual([403, `Exports are not part of the Test ${owner.user.id} plan.`]);
  });
});

/** Removes what differs in each answer. */
const plain = (body: string) => body.replace(/nonce="[^"]+"/g, "");

describe("an overlay's counts", () => {
  const countsOf = async ({ owner, overlay }: Awaited<ReturnType<typeof shown>>) => {
    const { data } = await ok(
      owner.client.get<{ data: { impressions: number; responses: number } }>(`/api/overlay/${overlay}`),
    );
    return [data.impressions, data.responses];
  };

  // The drain stores an event a moment after its answer.
  const untilCounted = (made: Awaited<ReturnType<typeof shown>>, counts: [number, number]) =>
    eventually(async () => expect(await countsOf(made)).toEqual(counts));

  it("are the events that people's browsers report, once they are stored", async () => {
    const made = await shown("message");
    const { url } = made;
    expect(await countsOf(made)).toEqual([0, 0]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(url, { overlay: "shown" })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(["200 "]));
    await untilCounted(made, [20, 0]);
    await send(url, { overlay: "used" });
    await untilCounted(made, [20, 1]);
    // Fetching the page does not count as an impression.
    await visit(url);
    await send(url, { overlay: "used" });
    await untilCounted(made, [20, 2]);
  });

  it("do not include unknown events, or those that bots or other sites report", async () => {
    const made = await shown("coupon");
    await send(made.url, { overlay: "shown" }, { "user-agent": agents.whatsapp });
    await send(made.url, { overlay: "shown" }, { "user-agent": "curl/8.0" });
    await send(made.url, { overlay: "shown" }, { "sec-fetch-site": "cross-site" });
    await send(made.url, { overlay: "loved" });
    await send(made.url, { overlay: "used" }, { "sec-fetch-site": "same-origin" });
    await untilCounted(made, [0, 1]);
  });

  it("include each accepted answer, without a click", async () => {
    const made = await shown("newsletter");
    await send(made.url, { overlay: "used" });
    await send(made.url, { email: "nobody" });
    expect(await countsOf(made)).toEqual([0, 0]);
    for (const email of ["ada@example.com", "ada@example.com", "bob@example.com"]) await send(made.url, { email });
    expect(await countsOf(made)).toEqual([0, 2]);
    expect((await made.answers()).result).toBe(2);
  });

  it("are limited to 200 from one network in a quarter of an hour, and end with the overlay", async () => {
    const made = await shown("message");
    await Promise.all(Array.from({ length: 230 }, () => send(made.url, { overlay: "shown" })));
    await untilCounted(made, [200, 0]);
    await send(made.url, { overlay: "shown" });
    expect(await countsOf(made)).toEqual([200, 0]);
    await ok(made.owner.client.delete(`/api/overlay/${made.overlay}/delete`));
    const counted = "SELECT FROM overlay_counts WHERE overlay_id = $1";
    expect(await sql(server, counted, [made.overlay])).toEqual([]);
  });
});
