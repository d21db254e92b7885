import { BURST_ALIKE, BURST_CLICKS } from "@/lib/clicks/bursts";
import { type RuleName, ruleNames } from "@/lib/clicks/trial";
import { type Outcome, tryRules as tryOn } from "@/lib/clicks/try-rules";
import { yieldDatabase } from "@/lib/platform/priority";
import { type Command, Misunderstood } from "./command";
import { withDatabase } from "./database";
import { numberOf } from "./flags";

const CLICKS = 100_000;
const MOST = 5_000_000;
const NICE = 10;

export const tryRules: Command = {
  name: "try-rules",
  summary: "Judges past clicks by the rules of this version, and says what would change. Changes nothing.",
  options: {
    clicks: { type: "string" },
    without: { type: "string" },
    "burst-clicks": { type: "string" },
    "burst-alike": { type: "string" },
  },
  flags: {
    clicks: `How many, the newest: ${CLICKS} where nothing is said, ${MOST} at most.`,
    without: `Rules to leave out, with commas between them: ${ruleNames.join(", ")}.`,
    "burst-clicks": `How many clicks of a minute are a burst, instead of ${BURST_CLICKS}.`,
    "burst-alike": `Which part of them has to be alike, instead of ${BURST_ALIKE}.`,
  },
  async run(values) {
    const clicks = numberOf(values, "clicks", { usual: CLICKS, least: 1, most: MOST });
    const trial = {
      clicks: numberOf(values, "burst-clicks", { usual: BURST_CLICKS, least: 2, most: MOST }),
      alike: numberOf(values, "burst-alike", { usual: BURST_ALIKE, least: 0.5, most: 1, parts: true }),
      without: rulesOf(values.without),
    };
    const result = await withDatabase(async ({ client, own }) => {
      if (own) yieldDatabase((await client.query("select pg_backend_pid() as pid")).rows[0].pid, NICE);
      return tryOn(client, clicks, trial);
    });
    return { ok: true, result: { ...result, cannotBeTried: cannotBeTried(result) }, text: textOf(result) };
  },
};

function rulesOf(list: unknown): Set<RuleName> {
  const names = typeof list === "string" ? list.split(",").map((name) => name.trim()) : [];
  const known = names.filter((name): name is RuleName => ruleNames.includes(name as RuleName));
  const [wrong] = names.filter((name) => !known.includes(name as RuleName));
  if (wrong !== undefined)
    throw new Misunderstood(`--without knows no rule ${JSON.stringify(wrong)}. There are ${ruleNames.join(", ")}.`);
  return new Set(known);
}

/** Only stored data can be judged again. */
function cannotBeTried({ unknown: { people, withoutNetwork, crowdedMinutes } }: Outcome): string[] {
  const said = [
    `Agents, headers and addresses are not kept: whether one of the ${people} clicks of people is a robot's by these cannot be tried, only whether what was found by them still would be.`,
  ];
  if (withoutNetwork > 0)
    said.push(
      `${withoutNetwork} clicks have no network, as they are older or from a private one: they are in no burst.`,
    );
  if (crowdedMinutes > 0) said.push(`${crowdedMinutes} minutes have too many clicks to be tried.`);
  return said;
}

function textOf(result: Outcome): string {
  const { clicks, from, to, ruleset, classes, changed, changes, links } = result;
  const when = from === null ? "" : ` from ${from} to ${to}`;
  const named = (rule: string | null) => rule ?? "people";
  return [
    `${clicks} clicks${when} were judged anew, by version ${ruleset} of the rules: ${changed} would be something else.`,
    ...classes.map(({ class: name, now, would }) => `  ${name.padEnd(8)} ${now} -> ${would}`),
    ...(changes.length > 0 ? ["By rule:"] : []),
    ...changes.map(({ from, to, clicks }) => `  ${clicks} ${named(from)} -> ${named(to)}`),
    ...(links.length > 0 ? ["On links:"] : []),
    ...links.map(({ id, url, clicks }) => `  ${clicks} ${url ?? "deleted"} (${id})`),
    ...cannotBeTried(result),
  ].join("\n");
}
