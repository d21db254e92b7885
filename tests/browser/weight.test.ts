import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { uploaded } from "../support/imports";
import { linkOwner } from "../support/links";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";

/** The most JavaScript that a page may load, compressed with gzip, in KB. */
const bounds = { site: 235, dashboard: 260, charts: 260 };

interface Weighed {
  path: string;
  kind: keyof typeof bounds;
}

// There are many pages, so this takes long.
test("no page loads more JavaScript than its limit", { timeout: 180_000 }, async ({ page }) => {
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
  const open: Weighed[] = [
    { path: "/", kind: "site" },
    { path: "/docs", kind: "site" },
    { path: "/docs/links", kind: "site" },
    { path: "/login", kind: "site" },
  ];
  const own: Weighed[] = [
    { path: "/dashboard", kind: "charts" },
    { path: "/dashboard/links", kind: "dashboard" },
    { path: "/dashboard/links/deleted", kind: "dashboard" },
    { path: "/dashboard/links/new", kind: "dashboard" },
    { path: `/dashboard/links/${id}`, kind: "charts" },
    { path: `/dashboard/links/${id}/edit`, kind: "dashboard" },
    { path: `/dashboard/links/${id}/design`, kind: "dashboard" },
    { path: `/dashboard/links/${id}/history`, kind: "dashboard" },
    { path: "/dashboard/audit", kind: "dashboard" },
    { path: "/dashboard/campaigns", kind: "dashboard" },
    { path: "/dashboard/campaigns/new", kind: "dashboard" },
    { path: `/dashboard/campaigns/${campaign}`, kind: "charts" },
    { path: "/dashboard/tags", kind: "dashboard" },
    { path: "/dashboard/tags/new", kind: "dashboard" },
    { path: "/dashboard/utm-templates", kind: "dashboard" },
    { path: "/dashboard/utm-templates/new", kind: "dashboard" },
    { path: "/dashboard/channels", kind: "dashboard" },
    { path: "/dashboard/channels/new", kind: "dashboard" },
    { path: `/dashboard/channels/${channel}`, kind: "dashboard" },
    { path: "/dashboard/bio/new", kind: "dashboard" },
    { path: `/dashboard/bio/${bio.id}`, kind: "charts" },
    { path: "/dashboard/splash/new", kind: "dashboard" },
    { path: "/dashboard/overlays/new?type=coupon", kind: "dashboard" },
    { path: `/dashboard/overlays/${overlay}`, kind: "dashboard" },
    { path: "/dashboard/qr-codes", kind: "dashboard" },
    { path: "/dashboard/qr-codes/new", kind: "dashboard" },
    { path: `/dashboard/qr-codes/${code}`, kind: "charts" },
    { path: "/dashboard/sms", kind: "dashboard" },
    { path: `/dashboard/sms/${to.slice(1)}`, kind: "dashboard" },
    { path: "/dashboard/pixels/new", kind: "dashboard" },
    { path: "/dashboard/domains/new", kind: "dashboard" },
    { path: "/dashboard/import", kind: "dashboard" },
    { path: imported, kind: "dashboard" },
    { path: "/dashboard/settings", kind: "dashboard" },
    { path: "/dashboard/settings/security", kind: "dashboard" },
    { path: "/dashboard/settings/keys", kind: "dashboard" },
    { path: "/dashboard/settings/members", kind: "dashboard" },
    { path: "/dashboard/settings/sms", kind: "dashboard" },
    { path: "/dashboard/settings/two-factor", kind: "dashboard" },
    { path: "/dashboard/settings/limits", kind: "dashboard" },
    { path: "/dashboard/settings/leave", kind: "dashboard" },
    { path: "/dashboard/settings/handovers", kind: "dashboard" },
    { path: "/dashboard/settings/handovers/new", kind: "dashboard" },
    { path: "/dashboard/settings/forwarding", kind: "dashboard" },
    { path: "/dashboard/settings/forwarding/new", kind: "dashboard" },
    { path: `/dashboard/settings/forwarding/${forwarding.id}`, kind: "dashboard" },
    { path: `/dashboard/settings/forwarding/${forwarding.id}/edit`, kind: "dashboard" },
    { path: "/dashboard/settings/webhooks", kind: "dashboard" },
    { path: "/dashboard/settings/webhooks/new", kind: "dashboard" },
    { path: `/dashboard/settings/webhooks/${hook.id}`, kind: "dashboard" },
    { path: `/dashboard/settings/webhooks/${hook.id}/edit`, kind: "dashboard" },
    { path: "/dashboard/bio", kind: "dashboard" },
    { path: "/dashboard/splash", kind: "dashboard" },
    { path: "/dashboard/overlays", kind: "dashboard" },
    { path: "/dashboard/pixels", kind: "dashboard" },
    { path: `/dashboard/domains/${domain.id}`, kind: "dashboard" },
    { path: "/dashboard/sms/new", kind: "dashboard" },
    { path: "/dashboard/admin/users", kind: "dashboard" },
    { path: "/dashboard/admin/users/new", kind: "dashboard" },
    { path: `/dashboard/admin/users/${owner.user.id}`, kind: "dashboard" },
    { path: "/dashboard/admin/plans", kind: "dashboard" },
    { path: "/dashboard/admin/plans/new", kind: "dashboard" },
    { path: "/dashboard/admin/reports", kind: "dashboard" },
    { path: "/dashboard/admin/instance", kind: "dashboard" },
  ];

  const table: Record<string, string | number>[] = [];
  const weigh = async (tab: Page, { path, kind }: Weighed) => {
    const scripts = new Set<string>();
    const keep = (request: Request) => void (request.resourceType() === "script" && scripts.add(request.url()));
    tab.on("request", keep);
    await tab.goto(server.url + path, { waitUntil: "networkidle" });
    tab.off("request", keep);
    const sizes = await Promise.all([...scripts].map(gzippedSize));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    table.push({ page: path.replace(/\d+/, "[id]"), KB: Math.round(bytes / 102.4) / 10, bound: bounds[kind] });
  };

  for (const weighed of open) await weigh(page, weighed);
  await page.fill("[name=email]", owner.user.email);
  await page.fill("[name=password]", owner.user.password);
  await page.click("button[type=submit]");
  await page.waitForURL("**/dashboard");
  // Most of the time is spent waiting for the network to be idle, so four pages load at once.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const tab = await page.context().newPage();
      for (let next = own.shift(); next; next = own.shift()) await weigh(tab, next);
    }),
  );

  console.table(table);
  expect(table.filter(({ KB = 0, bound = 0 }) => KB > bound)).toEqual([]);
  // A page that loaded nothing was not measured.
  for (const { page: name, KB } of table) expect(KB, String(name)).toBeGreaterThan(20);
});

const gzippedSize = async (url: string) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length;
