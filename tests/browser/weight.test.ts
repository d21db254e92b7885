import { gzipSync } from "node:zlib";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";

/** The most JavaScript that a page may load, gzipped, in KB. */
const bounds = { site: 260, dashboard: 260, charts: 340 };

interface Weighed {
  path: string;
  kind: keyof typeof bounds;
}

test("no page loads more JavaScript than it may", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id } = await owner.create();
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
  const { id: channel } = await owner.made("/api/channel/add", { name: "Spring" });
  const { id: code } = await owner.made("/api/qr/add", { type: "text", data: "hello" });
  const to = "+4915112345678";
  await owner.client.post("/api/sms/send", { from: "+15005550006", to: [to], message: "hello" });
  // A page that somebody adds, they add here.
  const open: Weighed[] = [
    { path: "/", kind: "site" },
    { path: "/docs", kind: "site" },
    { path: "/login", kind: "site" },
  ];
  const own: Weighed[] = [
    { path: "/dashboard/links", kind: "dashboard" },
    { path: "/dashboard/links/new", kind: "dashboard" },
    { path: "/dashboard/links/new?tab=rules", kind: "dashboard" },
    { path: `/dashboard/links/${id}`, kind: "charts" },
    { path: "/dashboard/campaigns", kind: "dashboard" },
    { path: "/dashboard/campaigns/new", kind: "dashboard" },
    { path: `/dashboard/campaigns/${campaign}`, kind: "charts" },
    { path: "/dashboard/channels", kind: "dashboard" },
    { path: "/dashboard/channels/new", kind: "dashboard" },
    { path: `/dashboard/channels/${channel}`, kind: "dashboard" },
    { path: "/dashboard/qr-codes", kind: "dashboard" },
    { path: "/dashboard/qr-codes/new", kind: "dashboard" },
    { path: `/dashboard/qr-codes/${code}`, kind: "charts" },
    { path: "/dashboard/sms", kind: "dashboard" },
    { path: `/dashboard/sms/${to.slice(1)}`, kind: "dashboard" },
    { path: "/dashboard/pixels/new", kind: "dashboard" },
    { path: "/dashboard/domains/new", kind: "dashboard" },
    { path: "/dashboard/import", kind: "dashboard" },
    { path: "/dashboard/settings", kind: "dashboard" },
    { path: "/dashboard/settings/two-factor", kind: "dashboard" },
  ];

  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(request.url());
  });
  const table: Record<string, string | number>[] = [];
  const weigh = async ({ path, kind }: Weighed) => {
    scripts.clear();
    await page.goto(server.url + path, { waitUntil: "networkidle" });
    const sizes = await Promise.all([...scripts].map(gzippedSize));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    table.push({ page: path.replace(/\d+/, "[id]"), KB: Math.round(bytes / 102.4) / 10, bound: bounds[kind] });
  };

  for (const weighed of open) await weigh(weighed);
  await page.fill("[name=email]", owner.user.email);
  await page.fill("[name=password]", owner.user.password);
  await page.click("button[type=submit]");
  await page.waitForURL("**/dashboard/links");
  for (const weighed of own) await weigh(weighed);

  console.table(table);
  expect(table.filter(({ KB = 0, bound = 0 }) => KB > bound)).toEqual([]);
  // Nothing was measured where nothing was loaded.
  for (const { page: name, KB } of table) expect(KB, String(name)).toBeGreaterThan(20);
});

const gzippedSize = async (url: string) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length;
