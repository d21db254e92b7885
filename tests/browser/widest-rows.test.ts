import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { keepPicture } from "../support/look";
import { signIn } from "../support/session";
import { connected } from "../support/sql";
import { newThings } from "../support/things";

const server = inject("server");

/** A name without a place to break it. */
const long = "Sommerschlussverkaufsaktionen".repeat(3);
/** The narrowest cell with a text, and the most lines of a cell, in px. */
const NARROWEST = 90;
const HIGHEST_CELL = 100;
/** A title, a host and two lines of an alias. */
const HIGHEST_BRIEF_ROW = 110;

/** Gives everything that lists show the widest contents. Returns the addresses of all lists. */
async function widestThings() {
  const things = await newThings(server, long);
  const { user, campaign, channel, link, webhook, forwarding } = things;
  await connected(server, async (client) => {
    const set = (text: string, ...values: unknown[]) => client.query(text, [user.id, ...values]);
    await set("UPDATE users SET admin = true, username = username || $2 WHERE id = $1", long);
    await set("UPDATE links SET imported_clicks = 123456789 WHERE user_id = $1");
    await set("UPDATE link_counts SET clicks = clicks + 123456789 WHERE user_id = $1");
    await set(`INSERT INTO "_LinkToTag" SELECT links.id, tags.id FROM links JOIN tags USING (user_id)
      WHERE user_id = $1 ON CONFLICT DO NOTHING`);
    await set("UPDATE bio_pages SET slug = slug || $2 WHERE user_id = $1", long);
    await set("UPDATE imports SET file_name = $2 WHERE user_id = $1", `${long}.csv`);
    await set(
      "UPDATE webhooks SET url = $2 WHERE user_id = $1 AND forwarding IS NULL",
      `https://hooks.example/${long}`,
    );
    await set(`UPDATE sms_messages SET "to" = '+491701234567890' WHERE user_id = $1`);
  });
  return {
    user,
    lists: [
      "/dashboard/links",
      "/dashboard/links/deleted",
      `/dashboard/links/${link}/history`,
      "/dashboard/campaigns",
      `/dashboard/campaigns/${campaign}`,
      "/dashboard/channels",
      `/dashboard/channels/${channel}`,
      "/dashboard/bio",
      "/dashboard/qr-codes",
      "/dashboard/tags",
      "/dashboard/utm-templates",
      "/dashboard/splash",
      "/dashboard/overlays",
      "/dashboard/pixels",
      "/dashboard/domains",
      "/dashboard/import",
      "/dashboard/sms",
      "/dashboard/audit",
      "/dashboard/settings/webhooks",
      `/dashboard/settings/webhooks/${webhook}`,
      "/dashboard/settings/forwarding",
      `/dashboard/settings/forwarding/${forwarding}`,
      "/dashboard/settings/handovers",
      "/dashboard/admin/users",
      "/dashboard/admin/plans",
    ],
  };
}

/** What is squeezed or too high in the tables of a page. */
const squeezed = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("main table[role=table] tbody tr")].flatMap((row) => {
    const brief = row.closest("table").dataset.brief !== undefined;
    const high = row.getBoundingClientRect().height;
    const cells = [...row.cells].filter((cell) => cell.innerText.trim() !== "" && cell.getClientRects().length > 0);
    return [
      ...(brief && high > ${HIGHEST_BRIEF_ROW} ? ["a row is " + Math.round(high) + " px high"] : []),
      ...cells.flatMap((cell) => {
        const { width, height } = cell.getBoundingClientRect();
        const isTitle = cell.dataset.kind === "title";
        return (isTitle && width < ${NARROWEST}) || height > ${HIGHEST_CELL}
          ? [cell.dataset.name + ": " + Math.round(width) + " x " + Math.round(height) + " px"] : [];
      }),
    ];
  })`);

test("the widest contents of every list leave room for each other on a phone", async ({ page }) => {
  const { user, lists } = await widestThings();
  await signIn(page.context(), server, user.id);
  await page.setViewportSize({ width: 390, height: 900 });
  const found: Record<string, string[]> = {};
  for (const path of lists) {
    await page.goto(server.url + path);
    await page.locator("main h1").waitFor();
    const rows = await page.locator("main table[role=table] tbody tr").count();
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
    const flaws = [
      ...(rows === 0 ? ["there are no rows"] : []),
      ...(wide > 390 ? [`the page is ${wide} px wide`] : []),
      ...(await squeezed(page)),
    ];
    if (flaws.length > 0) found[path] = flaws;
    await keepPicture(page, `widest ${path.replaceAll("/", " ")}`);
  }
  expect(found).toEqual({});
});
