import type { TestServer } from "../support/server";
import { type Latency, latencyOf } from "./latency";
import { table } from "./results";

interface MeasuredList extends Latency {
  name: string;
}

/** Pages spread from the first to the last of `items`, at 15 a page. */
const pages = (items: number, count = 20) =>
  Array.from({ length: count }, (_, index) => 1 + Math.floor(((items / 15 - 1) * index) / (count - 1)));

/** Lists and searches of the seeded links; see seed.ts for their words. */
export async function measureLists({ url, adminKey }: TestServer, links: number): Promise<MeasuredList[]> {
  const headers = { Authorization: `Bearer ${adminKey}` };
  async function get(query: string): Promise<void> {
    const response = await fetch(`${url}/api/urls?${query}`, { headers });
    if (!response.ok) throw new Error(`${response.status} for ${query}`);
    await response.arrayBuffer();
  }
  const kinds: Record<string, string[]> = {
    "newest first, every page": pages(links).map((page) => `page=${page}`),
    "most clicked first, every page": pages(links).map((page) => `order=click&page=${page}`),
    "newest first, a thousand at once": Array.from(
      { length: 20 },
      (_, index) => `limit=1000&page=${1 + Math.floor(((links / 1_000 - 1) * index) / 19)}`,
    ),
    "a rare word": Array.from({ length: 20 }, (_, index) => `q=go-${(links / 10 + index * 37).toString(36)}`),
    "a rare word, most clicked first": Array.from(
      { length: 20 },
      (_, index) => `order=click&q=item${links / 2 + index}`,
    ),
    "a word of one link in 100": pages(links / 100).map((page) => `q=fair&page=${page}`),
    "a word of one link in 4, every page": pages(links / 4).map((page) => `q=SPRING&page=${page}`),
    "a word of all links, every page": pages(links).map((page) => `q=example&page=${page}`),
    "two letters": pages(links / 4).map((page) => `q=sp&page=${page}`),
    "a word of one link in 4, most clicked first, every page": pages(links / 4, 40).map(
      (page) => `order=click&q=summer&page=${page}`,
    ),
  };
  const measured: MeasuredList[] = [];
  for (const [name, queries] of Object.entries(kinds)) {
    measured.push({
      name,
      ...(await latencyOf(
        queries.map((query) => () => get(query)),
        3,
      )),
    });
  }
  return measured;
}

export const listsTable = (lists: MeasuredList[]) =>
  table(
    ["", "p50", "p95"],
    lists.map(({ name, p50, p95 }) => [name, p50.toFixed(1), p95.toFixed(1)]),
  );
