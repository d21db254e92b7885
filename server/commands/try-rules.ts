import { BURST_ALIKE, BURST_CLICKS } from "@/lib/clicks/classify/bursts";
import { type RuleName, ruleNames } from "@/lib/clicks/maintenance/rule-dry-run";
import { type Outcome, tryRules as tryOn } from "@/lib/clicks/maintenance/try-rules";
import { yieldSession } from "@/lib/platform/process/priority";
import { type Command, Misunderstood } from "./command";
import { withDatabase } from "./database";
import { numberOf } from "./flags";

const CLICKS = 100_000;
const MOST = 5_000_000;

export const tryRules: Command = {
  name: "try-rules",
  summary: "Classifies past clicks by the rules of this version and reports what would change. Changes nothing.",
  options: {
    clicks: { type: "string" },
    without: { type: "string" },
    "burst-clicks": { type: "string" },
    "burst-alike": { type: "string" },
  },
  flags: {
    clicks: `How many of the newest clicks to classify. Default: ${CLICKS}, at most ${MOST}.`,
    without: `Rules to leave out, separated by commas: ${ruleNames.join(", ")}.`,
    "burst-clicks": `How many clicks in a minute are a burst. Default: ${BURST_CLICKS}.`,
    "burst-alike": `The share of them that must be alike. Default: ${BURST_ALIKE}.`,
  },
  async run(values) {
    const clicks = numberOf(values, "clicks", { usual: CLICKS, least: 1, most: MOST });
    const limits = {
      clicks: numberOf(values, "burst-clicks", { usual: BURST_CLICKS, least: 2, most: MOST }),
      alike: numberOf(values, "burst-alike", { usual: BURST_ALIKE, least: 0.5, most: 1, parts: true }),
      without: rulesOf(values.without),
    };
    const result = await withDatabase(async ({ client, own }) => {
      if (own) yieldSession((await client.query("select pg_backend_pid() as pid")).rows[0].pid);
      return tryOn(client, clicks, limits);
    });
    return { ok: true, result: { ...result, cannotBeTried: cannotBeTried(result) }, text: textOf(result) };
  },
};

function rulesOf(list: unknown): Set<RuleName> {
  const names = typeof list === "string" ? list.split(",").map((name) => name.trim()) : [];
  const known = names.filter((name): name is RuleName => ruleNames.includes(name as RuleName));
  const [wrong] = names.filter((name) => !known.includes(name as RuleName));
  if (wrong !== undefined)
    throw new Misunderstood(
      `--without: there is no rule ${JSON.stringify(wrong)}. The rules are ${ruleNames.join(", ")}.`,
    );
  return new Set(known);
}

/** Only stored data can be judged again. */
function cannotBeTried({ unknown: { people, withoutNetwork, crowdedMinutes } }: Outcome): string[] {
  const said = [
    `User agents, headers and addresses are not stored. So this cannot find bots among the ${people} human clicks by them; it only checks whether the bots found earlier would still be found.`,
  ];
  if (withoutNetwork > 0)
    said.push(
      `${withoutNetwork} clicks have no network, because they are old or come from a private one. They are not in any burst.`,
    );
  if (crowdedMinutes > 0) said.push(`${crowdedMinutes} minutes have too many clicks to be checked.`);
  return said;
}

function textOf(result: Outcome): string {
  const { clicks, from, to, ruleset, classes, changed, changes, links } = result;
  const when = from === null ? "" : ` from ${from} to ${to}`;
  const named = (rule: string | null) => rule ?? "people";
  return [
    `${clicks} clicks${when} were classified again by version ${ruleset} of the rules: ${changed} would change.`,
    ...classes.map(({ class: name, now, would }) => `  ${name.padEnd(8)} ${now} -> ${would}`),
    ...(changes.length > 0 ? ["By rule:"] : []),
    ...changes.map(({ from, to, clicks }) => `  ${clicks} ${named(from)} -> ${named(to)}`),
    ...(links.length > 0 ? ["On links:"] : []),
    ...links.map(({ id, url, clicks }) => `  ${clicks} ${url ?? "deleted"} (${id})`),
    ...cannotBeTried(result),
  ].join("\n");
}
