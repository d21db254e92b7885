// Missing or invalid flags end each command with status 2 and one sentence that names the flag. A valid command that
// cannot be carried out ends with 1.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commands } from "@/server/commands/all";
import { Misunderstood } from "@/server/commands/command";
import { interpret } from "@/server/commands/interpret";
import { command } from "../support/command";

const folder = mkdtempSync(join(tmpdir(), "signpost-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));
const empty = join(folder, "empty");

const AT = ["--at", "2026-11-24T12:00:00Z"];
const TO = ["--data-dir", empty];

/** Commands about accounts are also in account-commands.test.ts. */
const misunderstood: [args: string[], sentence: RegExp, env?: Record<string, string>, input?: string][] = [
  [["backup"], /^backup: --to is missing\. Give a folder or s3:/],
  [["backup", "--to", ""], /^backup: --to is missing/],
  [["backup", "--to", "ftp://host/folder"], /^backup: --to: ftp:\/\/host\/folder is neither a folder nor s3:/],
  [["backup", "--to", "s3://UPPER"], /^backup: --to: s3:\/\/UPPER is not a place such as s3:/],
  [
    ["backup", "--to", `${folder}/signpost-20261124T120000Z`],
    /^backup: --to must be a folder or prefix for backups, but is the backup signpost-20261124T/,
  ],
  [["backup", "--to", folder, "--keep", "some"], /^backup: --keep must be a whole number of at least 0\./],
  [["backup", "--to", folder, "--keep", "-1"], /^Option '--keep' argument is ambiguous/],
  [["backup", "--to", folder, "--passphrase-stdin"], /^backup: --passphrase-stdin: .* at least 12/, {}, "short"],
  [["create-admin"], /^--email is missing\./],
  [["move"], /^move: Give --to or --clicks-to clickhouse\./],
  [["move", "--clicks-to", "elsewhere"], /^move: --clicks-to must be clickhouse/],
  [["move", "--clicks-to", "clickhouse", "--to", "embedded"], /^move: --to and --clicks-to cannot be combined/],
  [["move", "--to", "mysql://host/name"], /^move: --to must be postgresql:\/\/user@host\/name or embedded\./],
  [["move", "--to", "embedded"], /^move: --to embedded: the database is already the embedded one/],
  [["replay-quarantine", "--all"], /^Unknown option '--all'\./],
  [["reset-password"], /^--email is missing\./],
  [["restore", "--from", folder], /^restore: --data-dir is missing/],
  [["restore", ...TO], /^restore: --from is missing\. Give a folder or s3:/],
  [["restore", "--from", "http://host/", ...TO], /^restore: --from: http:\/\/host\/ is neither a folder nor s3:/],
  [["restore", "--from", folder, ...TO, "--at", "noon"], /^restore: --at must be a time with a time zone/],
  [["restore", "--from", folder, ...TO, "--at", "2026-11-24T12:00:00"], /^restore: --at must be a time with a/],
  [
    ["restore", "--from", folder, ...TO, ...AT],
    /^restore: --at works only .* embedded/,
    { DATABASE_URL: "postgres://a@b/c" },
  ],
  [["roots", "now"], /^Unexpected argument 'now'\./],
  [["rotate-secret", "--secret", "x"], /^Unknown option '--secret'\./],
  [["verify", "--backup", ""], /^verify: --backup is missing/],
  [["version", "--short"], /^Unknown option '--short'\./],
];

test("has a case for each command", () => {
  const tried = new Set(misunderstood.map(([[name]]) => name));
  expect([...tried].sort()).toEqual(commands.map(({ name }) => name).sort());
});

/** The program's refusal, without starting it. */
async function refusalOf(args: string[]): Promise<string> {
  const invocation = interpret(commands, args);
  if ("refusal" in invocation) return invocation.refusal;
  if ("help" in invocation) return "";
  const error = await invocation.command.run(invocation.values).catch((error) => error);
  expect(error).toBeInstanceOf(Misunderstood);
  return `${invocation.command.name}: ${error.message}`;
}

test.each(misunderstood.filter(([, , ...more]) => more.length === 0))("rejects %j", async (args, sentence) => {
  expect(await refusalOf(args)).toMatch(sentence);
});

const bySelf = [["backup"], ["move"], ["restore", ...TO, "--from", "http://host/"]].map((args) => [args, /^\w+: .*--/]);
test.concurrent.each([
  ...(bySelf as typeof misunderstood),
  ...misunderstood.filter(([, , ...more]) => more.length > 0),
])("%j exits with 2", async (args, sentence, env = {}, input = "") => {
  const { code, stdout, stderr } = await command(args, { DATA_DIR: join(folder, "data"), ...env }, input);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(sentence) });
});

test.concurrent.each([
  [["backup", "--to", folder], /^backup: No database is running in /],
  [["restore", "--from", empty, ...TO], /^restore: There is no backup in /],
  [["restore", "--from", empty, ...TO, ...AT], /^restore: There is no backup in /],
  [["verify", "--backup", empty], /^verify: There is no backup in /],
])("%j exits with 1", async (args, sentence) => {
  const { code, stderr } = await command(args, { DATA_DIR: join(folder, "data") });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
  const asJson = await command([...args, "--json"], { DATA_DIR: join(folder, "data") });
  expect({ code: asJson.code, error: typeof JSON.parse(asJson.stderr).error }).toEqual({ code: 1, error: "string" });
});
