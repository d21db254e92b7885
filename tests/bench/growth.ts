// The resources and the speed of an instance as its links and clicks grow: SIZES (links:clicks, …), each on its own
// server, one after the other. If the disk has no room for a size, it is skipped, and its bytes are calculated.
import { execFile, execFileSync } from "node:child_process";
import { rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { prepare } from "../../scripts/prepare.mjs";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { type DiskBytes, diskBytes } from "./disk-bytes";
import { drive } from "./drive";
import { picture } from "./growth-picture";
import { latencyOf } from "./latency";
import { keepInPage } from "./page-figures";
import { count, keepResults, table } from "./results";
import { median } from "./rounds";
import { seed } from "./seed";
import { STEADY_LINKS } from "./seed-clicks";

interface Size {
  links: number;
  clicks: number;
}

const SIZES: Size[] = (
  process.env.SIZES ?? "10000:100000,100000:1000000,1000000:10000000,10000000:20000000,10000000:100000000"
)
  .split(",")
  .map((size) => size.split(":").map(Number))
  .map(([links = 0, clicks = 0]) => ({ links, clicks }));
const ROUNDS = 3;
const GB = 1e9;
/** Generous estimates of bytes, until a size has been measured. */
const roughly: DiskBytes = { link: 1_000, click: 250, dayOfLink: 600 };

/** The measurements for each size; null if it does not fit. */
interface Figures {
  start: number;
  idleMib: number;
  loadedMib: number;
  hot: number;
  popular: number;
  newest: number;
  mostClicked: number;
  rareWord: number;
  commonWord: number;
  statistics: number;
  backup: number;
  diskGb: number;
  bytes: DiskBytes;
}

const residentMib = ({ pid }: TestServer) =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024;

const seconds = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};

const gigabytes = (folder: string) =>
  Number(execFileSync("du", ["-sLB1", folder], { encoding: "utf8" }).split("\t")[0]) / GB;

await prepare({ dev: true });
const measured: [Size, Figures | null][] = [];
for (const size of SIZES) {
  const figures = (await fits(size)) ? await measure(size) : null;
  console.log(size, figures ?? "does not fit on the disk");
  measured.push([size, figures]);
}

const known = measured.flatMap(([size, figures]) => (figures ? [{ size, figures }] : []));
const last = known.at(-1);
if (!last) throw new Error("no size fits on the disk");
const short = new Intl.NumberFormat("en", { notation: "compact" });
const heads = measured.map(([{ links, clicks }]) => `${short.format(links)} links, ${short.format(clicks)} clicks`);
const row = (name: string, show: (figures: Figures) => string) => [
  name,
  ...measured.map(([, figures]) => (figures ? show(figures) : "")),
];
const calculated = ({ links, clicks }: Size) =>
  `(${((links * last.figures.bytes.link + clicks * last.figures.bytes.click) / GB).toFixed(1)})`;
const result = `${table(
  ["", ...heads],
  [
    row("start to ready, s", ({ start }) => start.toFixed(1)),
    row("memory, idle, MiB", ({ idleMib }) => count(idleMib)),
    row("memory under load, MiB", ({ loadedMib }) => count(loadedMib)),
    row("redirects a second, one link", ({ hot }) => count(hot)),
    row("redirects a second, all links by Zipf's law", ({ popular }) => count(popular)),
    row("a page of the newest links, p95 in ms", ({ newest }) => newest.toFixed(1)),
    row("a page of the most clicked, p95 in ms", ({ mostClicked }) => mostClicked.toFixed(1)),
    row("a search for a rare word, p95 in ms", ({ rareWord }) => rareWord.toFixed(1)),
    row("a search that finds one link in four, p95 in ms", ({ commonWord }) => commonWord.toFixed(1)),
    row("the busiest link with its statistics, p95 in ms", ({ statistics }) => statistics.toFixed(1)),
    row("a copy of DATA_DIR, s", ({ backup }) => backup.toFixed(1)),
    ["DATA_DIR, GB (calculated)", ...measured.map(([size, figures]) => figures?.diskGb.toFixed(1) ?? calculated(size))],
    row("bytes of a link", ({ bytes }) => count(bytes.link)),
    row("bytes of a click", ({ bytes }) => count(bytes.click)),
  ],
)}

![Time of each operation, compared with the smallest number of links](growth.svg)`;

keepResults("Growth", result.replace("(growth.svg)", "(../../docs/growth.svg)"));
keepInPage("scaling.md", "growth", result);
await writeFile(
  join(import.meta.dirname, "../../docs/growth.svg"),
  picture(
    known.map(({ size }) => size.links),
    {
      "newest links": known.map(({ figures }) => figures.newest),
      "most clicked": known.map(({ figures }) => figures.mostClicked),
      "rare word": known.map(({ figures }) => figures.rareWord),
      "common word": known.map(({ figures }) => figures.commonWord),
      statistics: known.map(({ figures }) => figures.statistics),
      "a redirect": known.map(({ figures }) => 1 / figures.popular),
      start: known.map(({ figures }) => figures.start),
    },
  ),
);

/** Returns whether the disk has room for the database, the temporary files of filling it, and a copy. */
async function fits({ links, clicks }: Size): Promise<boolean> {
  const { link, click } = measured.findLast(([, figures]) => figures)?.[1]?.bytes ?? roughly;
  const { bavail, bsize } = await statfs(tmpdir());
  return 3 * (links * link + clicks * click) < bavail * bsize;
}

async function measure({ links, clicks }: Size): Promise<Figures> {
  const dataDir = await temporaryFolder();
  let server = await startServer({ dataDir });
  try {
    await seed(server.databaseUrl, links, clicks);
    await server.stop();
    const diskGb = gigabytes(dataDir);
    const copy = `${dataDir}-copy`;
    const backup = await seconds(() => promisify(execFile)("cp", ["-aL", dataDir, copy]));
    await rm(copy, { recursive: true });
    const start = await seconds(async () => {
      server = await startServer({ dataDir });
    });
    const bytes = await diskBytes(server.databaseUrl, links, clicks);
    const idleMib = residentMib(server);
    const lists = await measureReads(server, links);
    const hot = await redirects(server, [`/go-${links}`]);
    const popular = await redirects(
      server,
      Array.from({ length: 200_000 }, () => `/go-${Math.min(links, Math.ceil(links ** Math.random()))}`),
    );
    return { start, idleMib, loadedMib: residentMib(server), hot, popular, ...lists, backup, diskGb, bytes };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function redirects({ url }: TestServer, paths: string[]): Promise<number> {
  const speeds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { perSecond } = await drive({ url, paths });
    if (round > 0) speeds.push(perSecond);
  }
  return median(speeds);
}

async function measureReads({ url, adminKey }: TestServer, links: number) {
  const p95 = async (paths: string[]) => {
    const gets = paths.map((path) => async () => {
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${adminKey}` } });
      if (!response.ok) throw new Error(`${response.status} for ${path}`);
      await response.arrayBuffer();
    });
    return (await latencyOf(gets, 3)).p95;
  };
  const pages = (items: number, query: string) =>
    Array.from(
      { length: 20 },
      (_, index) => `/api/urls?${query}page=${1 + Math.floor(((items / 15 - 1) * index) / 19)}`,
    );
  return {
    newest: await p95(pages(links, "")),
    mostClicked: await p95(pages(links, "order=click&")),
    rareWord: await p95(Array.from({ length: 20 }, (_, index) => `/api/urls?q=item${Math.floor(links / 2) + index}`)),
    commonWord: await p95(pages(links / 4, "q=spring&")),
    statistics: await p95(Array.from({ length: 20 }, () => `/api/url/${STEADY_LINKS + 1}`)),
  };
}
