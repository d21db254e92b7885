import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeEach, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { ownerOf } from "../support/owner";
import { eventually } from "../support/wait";

// The site is on this machine.
process.env.ALLOW_PRIVATE_FETCH = "1";
await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { siteIcon, siteIcons } = await import("@/lib/resources/site-icons/service");
const { mostSiteIcons, sweepSiteIcons } = await import("@/lib/resources/site-icons/service");

const png = (background: string) =>
  sharp({ create: { width: 48, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
const [green, red] = [await png("#00ff00"), await png("#ff0000")];

let files: Record<string, string | Buffer> = {};
let requested: string[] = [];
let mayAnswer = Promise.resolve();
const site = createServer(async ({ url = "" }, response) => {
  requested.push(url);
  await mayAnswer;
  const file = files[url];
  response.writeHead(file === undefined ? 404 : 200).end(file);
});
await new Promise<void>((done) => site.listen(0, "0.0.0.0", done));
afterAll(() => site.close());

let tests = 0;
let host: string;
let link: { destination: string };
beforeEach(async () => {
  await pool.query("DELETE FROM site_icons");
  // Each test has its own site, because requests of the test before may still be answered.
  host = `127.0.0.${++tests + 1}:${(site.address() as AddressInfo).port}`;
  link = { destination: `http://${host}/some/page?q=1` };
  [files, requested, mayAnswer] = [{}, [], Promise.resolve()];
});

const iconOf = async () => (await siteIcons(ownerOf(1), [link]))(link);
const codeIn = (path: string | null) => /^\/images\/sites\/([\da-f]{32})\.png$/.exec(path ?? "")?.[1] ?? "";
const checked = () =>
  eventually(async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM site_icons WHERE host = $1 AND checked_at > now() - interval '1 minute'",
      [host],
    );
    expect(rowCount).toBe(1);
  });
/** Views the list until the site is requested. While the last request ends, a view causes none. */
const checkedAgain = async () => {
  const before = requested.length;
  await eventually(async () => {
    if (requested.length === before) await iconOf();
    expect(requested.length).toBeGreaterThan(before);
  });
  await checked();
};
const age = (days: number) =>
  pool.query("UPDATE site_icons SET checked_at = checked_at - make_interval(days => $1)", [days]);
const colourOf = async (code: string) => {
  const image = await siteIcon(code);
  if (!image) throw new Error("there is no such picture");
  const { format, width } = await sharp(image).metadata();
  expect([format, width]).toEqual(["png", 64]);
  return [...(await sharp(image).raw().toBuffer()).subarray(4 * (64 * 32 + 32), 4 * (64 * 32 + 32) + 3)];
};

it("is requested once, in the background, and shown from then on", async () => {
  files = { "/": `<link rel="icon" href="/icon.png">`, "/icon.png": green };
  expect(await iconOf()).toBeNull();
  await checked();
  const path = await iconOf();
  expect(await colourOf(codeIn(path))).toEqual([0, 255, 0]);
  expect(requested).toEqual(["/", "/icon.png"]);
  await age(29);
  expect(await iconOf()).toBe(path);
  expect(requested).toHaveLength(2);
});

it("is requested once, however many lists show it before the site answers", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  mayAnswer = promise;
  files = { "/favicon.ico": green };
  await iconOf();
  await eventually(async () => expect(requested).toEqual(["/"]));
  for (let n = 0; n < 5; n++) expect(await iconOf()).toBeNull();
  resolve();
  await checked();
  // A second request would follow now.
  await sleep(200);
  expect(requested).toEqual(["/", "/favicon.ico"]);
});

it("is the browsers' default if the page names none that can be drawn", async () => {
  files = {
    "/": `<link rel="icon" href="/gone.png"><link rel="icon" href="/page.png"><link rel="icon" href="/third.png">`,
    "/page.png": "<html>",
    "/third.png": red,
    "/favicon.ico": green,
  };
  await iconOf();
  await checked();
  expect(await colourOf(codeIn(await iconOf()))).toEqual([0, 255, 0]);
  expect(requested).toEqual(["/", "/gone.png", "/page.png", "/favicon.ico"]);
});

it("does not exist if it is too large, and is requested again a day later", async () => {
  files = { "/favicon.ico": Buffer.concat([green, Buffer.alloc(300 * 1024)]) };
  await iconOf();
  await checked();
  expect(await iconOf()).toBeNull();
  const before = requested.length;
  expect(await iconOf()).toBeNull();
  expect(requested).toHaveLength(before);
  files = { "/favicon.ico": green };
  await age(2);
  await checkedAgain();
  expect(await iconOf()).not.toBeNull();
});

it("keeps its address until it changes, and stays if it disappears", async () => {
  const again = async () => {
    await age(31);
    await checkedAgain();
    return iconOf();
  };
  files = { "/favicon.ico": green };
  await iconOf();
  await checked();
  const first = await iconOf();
  expect(await again()).toBe(first);
  files = { "/favicon.ico": red };
  const second = await again();
  expect(await colourOf(codeIn(second))).toEqual([255, 0, 0]);
  expect(await siteIcon(codeIn(first))).toBeNull();
  files = {};
  expect(await again()).toBe(second);
});

it("is not requested for members who cannot see links", async () => {
  await expect(siteIcons({ ...ownerOf(1), permissions: new Set() }, [link])).rejects.toMatchObject({
    code: "permission_lacking",
  });
  expect(requested).toEqual([]);
});

it("is deleted when no list has used it for long, and the oldest if there are too many", async () => {
  const kept = async () => Number((await pool.query("SELECT count(*) FROM site_icons")).rows[0].count);
  await pool.query(
    `INSERT INTO site_icons (host, checked_at) SELECT n || '.example', now() - n * interval '1 second'
     FROM generate_series(1, $1::int) AS n UNION ALL SELECT 'old.example', now() - interval '61 days'`,
    [100],
  );
  expect(await sweepSiteIcons()).toBe(1);
  expect(await kept()).toBe(100);
  await pool.query(
    `INSERT INTO site_icons (host, checked_at) SELECT n || '.more.example', now() FROM generate_series(1, $1::int) AS n`,
    [mostSiteIcons - 50],
  );
  await sweepSiteIcons();
  expect(Math.abs((await kept()) - mostSiteIcons)).toBeLessThanOrEqual(1);
  expect((await pool.query("SELECT FROM site_icons WHERE host = '100.example'")).rowCount).toBe(0);
  expect((await pool.query("SELECT FROM site_icons WHERE host = '1.example'")).rowCount).toBe(1);
  // Nothing more is stored until the next check.
  await pool.query(
    `INSERT INTO site_icons (host, checked_at) SELECT n || '.most.example', now() FROM generate_series(1, 6000) AS n`,
  );
  files = { "/favicon.ico": green };
  await iconOf();
  await eventually(async () => expect(requested).toContain("/favicon.ico"));
  expect(await iconOf()).toBeNull();
});
