import sharp from "sharp";
import { formatLine } from "@/lib/clicks/journal/line";
import { api } from "../support/api";
import type { TestServer } from "../support/server";
import { connected, sql } from "../support/sql";
import { storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

const DAY_MS = 86_400_000;
const LINKS = 150;
const CLICKS = 9_000;

const sites = [
  { host: "shop.example", color: "#0b6e6e", pages: ["Running shoes for rain", "Trail maps of the Harz", "Gift cards"] },
  { host: "blog.example", color: "#7048e8", pages: ["How we chose our fonts", "Ten years of short links"] },
  { host: "events.example", color: "#e8590c", pages: ["Spring fair 2027: tickets", "Open day, programme and map"] },
  { host: "docs.example", color: "#1971c2", pages: ["Getting started", "Rate limits explained", "Webhooks"] },
  { host: "jobs.example", color: "#c2255c", pages: ["Warehouse lead, Hamburg", "Support engineer (remote)"] },
] as const;

const addresses = ["8.8.8.8", "193.99.144.80", "212.58.244.70", "133.11.0.1", "200.147.3.157", "193.252.148.1"];
const referrers = [
  "https://www.google.com/",
  "https://t.co/x",
  "https://www.linkedin.com/",
  "",
  "https://news.example/",
];
const languages = ["en-US", "de-DE", "en-GB", "ja", "pt-BR", "fr"];
const systems = [agents.windows, agents.iphone, agents.android, agents.mac, agents.iphone, agents.slack];

/** Picks the same value for the same number, and spreads them evenly enough for pictures. */
const pick = <Value>(values: readonly Value[], number: number): Value =>
  values[(((number * 2654435761) >>> 0) >>> 8) % values.length] as Value;

interface Clicked {
  linkId: number;
  campaignId?: number;
}

/**
 * Fills the administrator's account like a small shop's after two months: some of everything, with realistic names. The
 * server must trust a proxy on its own machine. Returns the address of a link's shared statistics.
 */
export async function seedLifelike(server: TestServer): Promise<string> {
  const { post, put } = api(server, server.adminKey);
  const add = async (path: string, body: object): Promise<number> => {
    const { status, body: made } = await post<{ id: number }>(path, body);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(made)}`);
    return made.id;
  };
  const campaigns = [];
  for (const [name, slug] of [
    ["Spring collection", "collection"],
    ["Newsletter", "news"],
    ["Trade fair 2027", "fair"],
  ])
    campaigns.push(await add("/api/campaign/add", { name, slug, public: true }));
  const channels = [];
  for (const [name, color] of [
    ["Instagram", "#e64980"],
    ["E-mail", "#1971c2"],
    ["Print", "#2b8a3e"],
  ])
    channels.push(await add("/api/channel/add", { name, color }));
  await add("/api/domain/add", { domain: "go.example.com", redirectroot: "https://shop.example/" });
  await add("/api/utm-template/add", {
    name: "Newsletter",
    source: "newsletter",
    medium: "{channel}",
    campaign: "{campaign}",
  });
  await add("/api/pixel/add", { type: "fbpixel", name: "Meta, shop", tag: "123456789012345" });
  await add("/api/webhook/add", {
    url: "https://hooks.shop.example/signpost",
    name: "Shop",
    events: ["link.created", "link.clicked", "conversion.created"],
  });
  await add("/api/forwarding/add", { kind: "plausible", site: "shop.example", events: ["clicks", "conversions"] });
  await add("/api/member/invite", { email: "grace@example.com", role: "editor" });

  const clicked: Clicked[] = [];
  for (let n = 0; n < LINKS; n++) {
    const site = pick(sites, n);
    const title = `${pick(site.pages, n + 7)}${n < 12 ? "" : ` ${n}`}`;
    const campaignId = n % 2 ? undefined : pick(campaigns, n);
    const linkId = await add("/api/url/add", {
      url: `https://${site.host}/${title.toLowerCase().replaceAll(/\W+/g, "-")}?ref=${n}`,
      title,
      ...(n % 3 ? {} : { custom: `${title.toLowerCase().replaceAll(/\W+/g, "-").slice(0, 24)}-${n}` }),
      ...(campaignId && { campaign: campaignId }),
      ...(n % 5 ? {} : { channel: pick(channels, n) }),
      tags: n % 4 ? [] : ["poster", "autumn", "partner"].slice(0, 1 + (n % 3)),
      ...(n === 20 ? { expiry: "2026-01-01 00:00:00" } : {}),
      ...(n === 30 ? { password: "open sesame" } : {}),
    });
    clicked.push({ linkId, campaignId });
  }
  const tested = await add("/api/url/add", {
    url: "https://shop.example/summer",
    custom: "summer",
    title: "Summer collection, two pages tested",
    campaign: campaigns[0],
    split: ["a", "b"].map((page) => ({ to: `https://shop.example/summer-${page}`, weight: 50 })),
    rules: [{ when: { country: ["DE"] }, to: "https://shop.example/de/sommer" }],
  });
  await iconsOf(server);
  await clicksOn(server, clicked, { linkId: tested, campaignId: campaigns[0] });
  await visitsTo(`${server.url}/summer`);
  const { body } = await put<{ data: { url: string } }>(`/api/url/${tested}/share/update`, {});
  return new URL(body.data.url).pathname;
}

async function iconsOf(server: TestServer): Promise<void> {
  for (const [index, { host, color }] of sites.entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" rx="7" fill="${color}"/><circle cx="16" cy="16" r="${6 + index}" fill="#fff"/></svg>`;
    const image = await sharp(Buffer.from(svg)).png().toBuffer();
    await sql(server, "INSERT INTO site_icons VALUES ($1, $2, $3, now())", [host, `${index}`.repeat(32), image]);
  }
}

/** The first links get more clicks than the last, workdays more than weekends, and each week more than the last one. */
async function clicksOn(server: TestServer, clicked: Clicked[], tested: Clicked): Promise<void> {
  const now = Date.now();
  const lines = Array.from({ length: CLICKS }, (_, n) => {
    const age = 60 * (1 - Math.sqrt(((n * 7919) % CLICKS) / CLICKS));
    const at = Math.round(now - age * DAY_MS - ((n * 104_729) % 50_000_000) * (age > 1 ? 1 : 0));
    const subjects = n % 6 ? (clicked[Math.floor(LINKS * (((n * 31) % 1000) / 1000) ** 3)] ?? tested) : tested;
    const address = pick(addresses, n).replace(/\d+$/, `${n % 250}`);
    const from = {
      address,
      referrer: pick(referrers, n + 1),
      language: pick(languages, n),
      userAgent: pick(systems, n + 3),
    };
    return formatLine({ at, ...from, head: false, prefetch: false, untracked: false, headers: 0 }, subjects);
  });
  await connected(server, (client) => storeLines(client, lines));
}

/** Makes visits today, so that rules and the split test apply; one visitor in nine converts. */
async function visitsTo(url: string): Promise<void> {
  for (let n = 0; n < 240; n++) {
    const address = pick(addresses, n).replace(/\d+$/, `${n}`);
    const agent = { "x-forwarded-for": address, "user-agent": pick(systems, n), "accept-language": pick(languages, n) };
    await fetch(url, { redirect: "manual", headers: agent });
    if (n % 9 === 0) await fetch(`${url}+done`, { headers: agent });
  }
}
