import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { uploaded } from "../support/imports";
import { linkOwner } from "../support/links";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { allTests } from "../support/tier";

/** The most JavaScript that a page may load, compressed with gzip, in KB. */
const bound = 235;

// There are many pages, so this takes long.
test("no page loads more JavaScript than its limit", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id } = await owner.create();
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
  const { id: channel } = await owner.made("/api/channel/add", { name: "Spring" });
  const bio = await owner.made("/api/bio/add", { slug: `weight-${Date.now()}`, name: "Ada" });
  const poll = { type: "poll", name: "Drinks", content: { question: "Tea or coffee?", options: ["Tea", "Coffee"] } };
  const { id: overlay } = await owner.made("/api/overlay/add", poll);
  const { id: code } = await owner.made("/api/qr/add", { type: "text", data: "hello" });
  const domain = await owner.made("/api/domain/add", { domain: `https://weight-${owner.user.id}.test` });
  const hook = await owner.made("/api/webhook/add", { url: "https://hooks.example/", events: ["limit.near"] });
  const plausible = { kind: "plausible", site: "example.com", events: ["conversions"] };
  const forwarding = await owner.made("/api/forwarding/add", plausible);
  await sql(server, "UPDATE users SET admin = true WHERE id = $1", [owner.user.id]);
  const to = "+4915112345678";
  await owner.client.post("/api/sms/send", { from: "+15005550006", to: [to], message: "hello" });
  const imported = await uploaded(server, await sessionCookie(server, owner.user.id), "url\nhttps://example.com/");
  // New pages must be added here.
  const open = ["/", "/docs", "/docs/links", "/login"];
  const own = [
    "/dashboard",
    "/dashboard/links",
    "/dashboard/links/deleted",
    "/dashboard/links/new",
    `/dashboard/links/${id}`,
    `/dashboard/links/${id}/edit`,
    `/dashboard/links/${id}/design`,
    `/dashboard/links/${id}/history`,
    "/dashboard/audit",
    "/dashboard/campaigns",
    "/dashboard/campaigns/new",
    `/dashboard/campaigns/${campaign}`,
    "/dashboard/tags",
    "/dashboard/tags/new",
    "/dashboard/utm-templates",
    "/dashboard/utm-templates/new",
    "/dashboard/channels",
    "/dashboard/channels/new",
    `/dashboard/channels/${channel}`,
    "/dashboard/bio/new",
    `/dashboard/bio/${bio.id}`,
    "/dashboard/splash/new",
    "/dashboard/overlays/new?type=coupon",
    `/dashboard/overlays/${overlay}`,
    "/dashboard/qr-codes",
    "/dashboard/qr-codes/new",
    `/dashboard/qr-codes/${code}`,
    "/dashboard/sms",
    `/dashboard/sms/${to.slice(1)}`,
    "/dashboard/pixels/new",
    "/dashboard/domains/new",
    "/dashboard/import",
    imported,
    "/dashboard/settings",
    "/dashboard/settings/security",
    "/dashboard/settings/keys",
    "/dashboard/settings/members",
    "/dashboard/settings/sms",
    "/dashboard/settings/two-factor",
    "/dashboard/settings/limits",
    "/dashboard/settings/leave",
    "/dashboard/settings/handovers",
    "/dashboard/settings/handovers/new",
    "/dashboard/settings/forwarding",
    "/dashboard/settings/forwarding/new",
    `/dashboard/settings/forwarding/${forwarding.id}`,
    `/dashboard/settings/forwarding/${forwarding.id}/edit`,
    "/dashboard/settings/webhooks",
    "/dashboard/settings/webhooks/new",
    `/dashboard/settings/webhooks/${hook.id}`,
    `/dashboard/settings/webhooks/${hook.id}/edit`,
    "/dashboard/bio",
    "/dashboard/splash",
    "/dashboard/overlays",
    "/dashboard/pixels",
    `/dashboard/domains/${domain.id}`,
    "/dashboard/sms/new",
    "/dashboard/admin/users",
    "/dashboard/admin/users/new",
    `/dashboard/admin/users/${owner.user.id}`,
    "/dashboard/admin/plans",
    "/dashboard/admin/plans/new",
    "/dashboard/admin/reports",
    "/dashboard/admin/instance",
  ];

  const table: Record<string, string | number>[] = [];
  const weigh = async (tab: Page, path: string) => {
    const scripts = new Set<string>();
    const keep = (request: Request) => void (request.resourceType() === "script" && scripts.add(request.url()));
    tab.on("request", keep);
    await tab.goto(server.url + path, { waitUntil: "networkidle" });
    tab.off("request", keep);
    const sizes = await Promise.all([...scripts].map(gzippedSize));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    table.push({ page: path.replace(/\d+/, "[id]"), KB: Math.round(bytes / 102.4) / 10 });
  };

  for (const path of open) await weigh(page, path);
  await page.fill("[name=email]", owner.user.email);
  await page.fill("[name=password]", owner.user.password);
  await page.click("button[type=submit]");
  await page.waitForURL("**/dashboard");
  // `npm test` looks at every fourth page, because all of them take minutes on a busy machine.
  const chosen = allTests ? own : own.filter((_, index) => index % 4 === 1);
  // Most of the time is spent waiting for the network to be idle, so four pages load at once.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const tab = await page.context().newPage();
      for (let next = chosen.shift(); next; next = chosen.shift()) await weigh(tab, next);
    }),
  );

  console.table(table);
  expect(table.filter(({ KB = 0 }) => Number(KB) > bound)).toEqual([]);
  // A page that loaded nothing was not measured.
  for (const { page: name, KB } of table) expect(KB, String(name)).toBeGreaterThan(20);
});

const gzippedSize = async (url: string) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length;
