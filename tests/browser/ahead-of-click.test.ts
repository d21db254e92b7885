import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { agents } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
const site = createServer((request, response) => {
  const requested = new URL(request.url ?? "/", "http://localhost");
  const link = requested.searchParams.get("link");
  const rules = { [requested.pathname.slice(1)]: [{ urls: [link], eagerness: "immediate" }] };
  const page = link
    ? `<a href="${link}">Go</a><script type="speculationrules">${JSON.stringify(rules)}</script>`
    : "<h1>There</h1>";
  response.setHeader("Content-Type", "text/html").end(`<!doctype html><html lang="en"><title>Site</title>${page}`);
});

beforeAll(async () => {
  await once(site.listen(0, "localhost"), "listening");
  owner = await linkOwner(server);
});
afterAll(() => {
  site.close();
});

const robotsOf = async (id: number) =>
  (await sql<{ robot: string | null }>(server, "SELECT robot FROM clicks WHERE link_id = $1 ORDER BY robot", [id])).map(
    ({ robot }) => robot,
  );

test.for(["prefetch", "prerender"])(
  "a click on a page that the browser prefetched by %s counts once",
  async (how, { browser }) => {
    const at = `http://localhost:${(site.address() as AddressInfo).port}`;
    const { id, shorturl } = await owner.create({ url: `${at}/there` });
    const context = await browser.newContext({ userAgent: agents.windows });
    try {
      const page = await context.newPage();
      await page.goto(`${at}/${how}?link=${encodeURIComponent(shorturl)}`);
      await eventually(async () => expect(await robotsOf(id)).toEqual(["prefetch"]));
      await page.click("a");
      await page.waitForURL(`${at}/there`);
      await eventually(async () => expect(await robotsOf(id)).toEqual(["prefetch", null]));
      expect((await owner.show(id)).details).toMatchObject({ clicks: 1 });
    } finally {
      await context.close();
    }
  },
);
