import { expect, test } from "vitest";
import { knownAgent } from "@/lib/clicks/agents";
import { aiAgents, corpora } from "../support/agents";

const isRobot = (agent: string) => knownAgent(agent) !== null;
const count = (agents: string[]) => agents.filter(isRobot).length;

test("robots are told from people: recall and precision over all corpora, and on each", () => {
  const found = corpora.map((corpus) => ({ ...corpus, taken: count(corpus.agents) }));
  const rows = found.map(({ name, license, people, agents, taken }) => {
    const right = people ? agents.length - taken : taken;
    return [name, license, people ? "people" : "robots", agents.length, (right / agents.length).toFixed(4)];
  });
  const robots = found.filter(({ people }) => !people);
  const people = found.filter(({ people }) => people);
  const sum = (of: typeof found, number: (one: (typeof found)[number]) => number) =>
    of.reduce((total, one) => total + number(one), 0);
  const hits = sum(robots, ({ taken }) => taken);
  const recall = hits / sum(robots, ({ agents }) => agents.length);
  const precision = hits / (hits + sum(people, ({ taken }) => taken));
  const table = [["corpus", "license", "of", "size", "right"], ...rows].map((row) => row.join(" | ")).join("\n");
  console.log(`${table}\nrecall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}`);
  expect(recall).toBeGreaterThanOrEqual(0.98);
  expect(precision).toBeGreaterThanOrEqual(0.98);
  for (const [name, , , , right] of rows) expect([name, Number(right) >= 0.98]).toEqual([name, true]);
  // Those that are written down here say what each rule is for.
  for (const { name, people, agents } of corpora)
    if (name.startsWith("tests:")) expect(agents.filter((agent) => isRobot(agent) === people)).toEqual([]);
});

test("crawlers and agents of language models are a class of their own", () => {
  const ai = aiAgents.filter((agent) => knownAgent(agent)?.class === "ai");
  expect(ai.length / aiAgents.length).toBeGreaterThanOrEqual(0.95);
  const searched = corpora.find(({ name }) => name === "random-useragent: spiders")?.agents ?? [];
  expect(searched.filter((agent) => knownAgent(agent)?.class === "ai")).toEqual([]);
});

test.each([
  ["Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)", "ai", "ChatGPT-User"],
  ["Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)", "ai", "Claude-User"],
  ["Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)", "ai", "PerplexityBot"],
  ["WhatsApp/2.23.20.0 A", "preview", "WhatsApp"],
  ["Mozilla/4.0 (compatible; ms-office; MSOffice 16)", "preview", "ms-office"],
  ["Microsoft-Teams-LinkPreview", "preview", "Microsoft-Teams-LinkPreview"],
  ["Mozilla/5.0 (X11; Linux x86_64) Barracuda Sentinel (EE)", "scanner", "Barracuda"],
  ["Googlebot/2.1 (+http://www.google.com/bot.html)", "robot", "Googlebot"],
])("%s is %s: %s", (agent, kind, name) => expect(knownAgent(agent)).toEqual({ class: kind, name }));

test("no agent takes long to tell, whatever it holds", () => {
  const hostile = ["a", "a-", "Android 1;", "whatsapp", "com.google.", "http://", "; Build/", " "].map((part) =>
    `Mozilla/5.0 (Linux; Android 10; ${part.repeat(512)}`.slice(0, 512),
  );
  for (const agent of hostile) expect(() => knownAgent(agent)).not.toThrow();
});
