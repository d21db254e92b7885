import { parse } from "csv-parse/sync";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { limitTo } from "../support/owned";
import { untilStored } from "../support/recorded";
import { putReportsFirst } from "../support/reports";
import type { ServerAddress } from "../support/server";
import { sessionCookie, signIn } from "../support/session";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";
import { dangerIn, payloads } from "../support/xss";

const server: ServerAddress = inject("server");
const all = payloads.join("\n");
/** Headers can only hold these characters. */
const sendable = payloads.filter((text) => /^[\x20-\x7e]*$/.test(text));
const formulas = ["=1+1", "@SUM(A1)", "-1+1", "+1"];

test("texts of owners and visitors run neither on the dashboard's pages nor in a spreadsheet", async ({ browser }) => {
  const owner = await linkOwner(server);
  await limitTo(server, owner.user.id, { export: { enabled: true } });
  const { id, shorturl } = await owner.create({ metatitle: payloads[0], metadescription: all.slice(0, 255) });
  const campaign = await owner.made("/api/campaign/add", { name: payloads[1] });
  await owner.made("/api/campaign/add", { name: formulas[0] });
  await sql(server, "UPDATE links SET title = $2, description = $2, campaign_id = $3 WHERE id = $1", [
    id,
    all,
    campaign.id,
  ]);
  const code = await owner.made("/api/qr/add", { type: "text", data: all.slice(0, 5000), name: payloads[2] });
  const bio = await owner.made("/api/bio/add", {
    slug: `xss-${id}`,
    name: payloads[3],
    metatitle: payloads[0],
    blocks: [
      { type: "heading", text: payloads[4] },
      { type: "text", text: all.slice(0, 2000) },
    ],
  });
  const splash = await owner.made("/api/splash/add", {
    name: payloads[5],
    content: { title: payloads[6], message: all.slice(0, 500) },
  });
  const overlay = await owner.made("/api/overlay/add", {
    type: "contact",
    name: payloads[7],
    content: { title: payloads[8] },
  });
  const answer = "INSERT INTO overlay_answers (overlay_id, content, author) VALUES ($1, $2, decode('00', 'hex'))";
  await sql(server, answer, [overlay.id, JSON.stringify({ name: payloads[9], email: all, message: all })]);
  const to = "+4915112345678";
  const message = 'INSERT INTO sms_messages (user_id, "from", "to", message, error) VALUES ($1, $2, $2, $3, $3)';
  await sql(server, message, [owner.user.id, to, all]);
  await sql(server, "INSERT INTO reports (link_id, reason, message) VALUES ($1, 'spam', $2)", [id, all]);
  await putReportsFirst(server, id);
  for (const text of [...sendable.slice(0, 6), ...formulas]) {
    const utm = ["source", "medium", "campaign", "term", "content"].map((field) => [`utm_${field}`, text]);
    const headers = { "user-agent": `Mozilla/5.0 (X11; ${text})`, referer: `https://${text}`, "accept-language": text };
    await visit(`${shorturl}?${new URLSearchParams(utm)}`, { headers });
  }
  await untilStored(server, 30_000);
  const admin = await newUser(server, { admin: true });

  const as = async (userId: number, paths: string[]) => {
    // The pages must be safe even without their policy.
    const context = await browser.newContext({ bypassCSP: true });
    await signIn(context, server, userId);
    const page = await context.newPage();
    for (const path of paths) {
      expect((await page.goto(`${server.url}${path}`))?.status()).toBe(200);
      expect([path, await dangerIn(page)]).toEqual([path, []]);
    }
    const shown = await page.textContent("body");
    await context.close();
    return shown;
  };
  const link = `/dashboard/links/${id}`;
  await as(owner.user.id, ["/dashboard/links", link, `${link}/edit`, `/dashboard/campaigns/${campaign.id}`]);
  await as(owner.user.id, [`/dashboard/qr-codes/${code.id}`, `/dashboard/qr-codes/${code.id}/edit`]);
  const edited = [`bio/${bio.id}`, `splash/${splash.id}`, `overlays/${overlay.id}`].map((path) => `${path}/edit`);
  const around = ["bio", `bio/${bio.id}`, "splash", "overlays", ...edited, `overlays/${overlay.id}`];
  expect(
    await as(
      owner.user.id,
      around.map((path) => `/dashboard/${path}`),
    ),
  ).toContain(payloads[9]);
  await as(owner.user.id, ["/dashboard/sms", `/dashboard/sms/${to.slice(1)}`]);
  expect(await as(admin.id, ["/dashboard/admin/reports"])).toContain(payloads[0]);

  const cookie = await sessionCookie(server, owner.user.id);
  const shown: string[] = [];
  for (const path of ["export/links.csv", "export/clicks.csv", "export/campaigns.csv", `clicks/link/${id}`]) {
    const { status, body } = await visit(`${server.url}/dashboard/${path}`, { headers: { cookie } });
    expect([path, status]).toEqual([path, 200]);
    shown.push(...(parse(body, { bom: true }) as string[][]).flat());
  }
  expect(shown.filter((text) => /^\s*[=+@-]/.test(text))).toEqual([]);
  for (const text of formulas) expect(shown).toContain(`'${text}`);
  for (const text of sendable.slice(0, 6)) expect(shown).toContain(text);
});
