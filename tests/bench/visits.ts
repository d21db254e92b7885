import type { Visit } from "@/lib/clicks/classify/visit";

let seed = 42;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const pick = <T>(values: T[]): T => values[Math.floor(random() * values.length)] as T;

/** Picks by Zipf's law: the k-th value 1/k times as often as the first. */
export function zipf<T>(values: T[]): () => T {
  let sum = 0;
  const sums = values.map((_, index) => {
    sum += 1 / (index + 1);
    return sum;
  });
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return values[low] as T;
  };
}

const versions = Array.from({ length: 40 }, (_, index) => 90 + index);
const templates = [
  (v: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${v}.0.0.0 Safari/537.36`,
  (v: number) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${v}.0) Gecko/20100101 Firefox/${v}.0`,
  (v: number) =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${v % 20}.1 Safari/605.1.15`,
  (v: number) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${v % 19}_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${v % 19}.1 Mobile/15E148 Safari/604.1`,
  (v: number) =>
    `Mozilla/5.0 (Linux; Android ${v % 15}; SM-S9${v}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${v}.0.0.0 Mobile Safari/537.36`,
  (v: number) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${v % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram ${v}.0.0`,
  (v: number) => `Mozilla/5.0 (compatible; Googlebot/2.${v}; +http://www.google.com/bot.html)`,
];
const agents = templates.flatMap((template) => versions.map(template));
const referrers = [
  "",
  "",
  "",
  "https://www.google.com/",
  "https://t.co/abc",
  "https://l.facebook.com/l.php?u=x",
  "https://news.ycombinator.com/item?id=1",
];
for (let site = 0; site < 200; site++) referrers.push(`https://blog-${site}.example.com/a/post`);
const languages = ["en-US,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8", "fr-FR,fr;q=0.9", "es", "pt-BR,pt;q=0.9", "ja"];

const byte = () => Math.floor(random() * 256);
const network = zipf(Array.from({ length: 2_000 }, () => `${1 + Math.floor(random() * 220)}.${byte()}`));
const referrer = zipf(referrers);
const language = zipf(languages);

export const anyOf = (count: number) => Math.floor(random() * count);

/** Visits to a service with visitors from many countries: by people, most of them for the first time, and by bots. */
export function visitsOf(people: number): () => Visit {
  const visitors = Array.from({ length: people }, () => ({
    address: `${network()}.${byte()}.${byte()}`,
    userAgent: pick(agents),
    language: language(),
  }));
  return () => ({
    ...pick(visitors),
    at: Date.now(),
    referrer: referrer(),
    head: false,
    prefetch: false,
    untracked: random() < 0.02,
  });
}
