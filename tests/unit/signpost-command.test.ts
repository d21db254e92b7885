import { expect, test } from "vitest";
import type { Command } from "@/server/commands/command";
import { interpret } from "@/server/commands/interpret";

const commands: Command[] = [
  { name: "count", summary: "Counts.", run: async () => ({ ok: true, result: {}, text: "" }) },
  {
    name: "look",
    summary: "Looks.",
    options: { months: { type: "string" } },
    flags: { "months <n>": "How far back." },
    run: async () => ({ ok: true, result: {}, text: "" }),
  },
];
commands.push({ ...(commands[1] as Command), name: "must", required: ["months"] });
const parse = (...args: string[]) => interpret(commands, args);

test("finds a command by its name, with its flags", () => {
  expect(parse("count")).toMatchObject({ command: { name: "count" }, values: {}, json: false });
  expect(parse("look", "--months", "3", "--json")).toMatchObject({
    command: { name: "look" },
    values: { months: "3" },
    json: true,
  });
});

test("help lists all commands, and a command's help its flags", () => {
  for (const flag of ["--help", "-h"]) {
    expect(parse(flag)).toEqual({ help: expect.stringMatching(/count +Counts\.\n +look +Looks\./) });
    expect(parse("look", flag)).toEqual({ help: expect.stringMatching(/--months <n> +How far back\.\n +--json/) });
  }
});

test.each([
  [[], /^Usage: /],
  [["cuont"], /^There is no command "cuont"\.\n\nUsage: /],
  [["--json", "count"], /^Flags must come after the command: "--json"\./],
  [["count", "--moths"], /^Unknown option '--moths'\.\n\nUsage: npm run signpost count/],
  [["count", "--months", "3"], /^Unknown option '--months'\./],
  [["must"], /^--months is missing\.\n\nUsage: npm run signpost must/],
  [["look", "--months"], /^Option '--months <value>' argument missing\./],
  [["count", "twice"], /^Unexpected argument 'twice'\./],
  [["count", "--json=yes"], /^Option '--json' does not take an argument\./],
])("rejects %j with a sentence", (args, refusal) => {
  expect(parse(...args)).toEqual({ refusal: expect.stringMatching(refusal) });
});
