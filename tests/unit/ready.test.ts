import { fstatSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepOutOfJournal, readyBlock } from "@/server/ready";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signpost-ready-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const made = { email: "admin@example.com", password: "made for you", apiKey: "sp_made" };
const block = (credentials: Parameters<typeof keepOutOfJournal>[0]) =>
  readyBlock("https://go.example.com", keepOutOfJournal(credentials, folder));

it("shows created values, and names settings only if the environment has them", () => {
  vi.stubEnv("JOURNAL_STREAM", undefined);
  expect(block(made)).toMatch(/ {2}Password {2}made for you\n {2}API key {3}sp_made\n/);
  const given = block({ ...made, password: undefined, apiKey: undefined });
  expect(given).toMatch(/ {2}Password {2}from ADMIN_PASSWORD\n {2}API key {3}from ADMIN_API_KEY\n/);
  expect(block(undefined)).toBe("\nSignpost is ready: https://go.example.com\n\n");
});

it("writes to a file of its owner if standard output is systemd's journal", () => {
  const { dev, ino } = fstatSync(1);
  vi.stubEnv("JOURNAL_STREAM", `${dev}:${ino}`);
  const file = join(folder, "administrator");
  const said = block(made);
  expect(said).toContain(`The credentials of your administrator are in ${file}.`);
  expect(said).not.toMatch(/made/);
  expect(readFileSync(file, "utf8")).toContain("Password  made for you\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);

  // Like a shell that a service started, whose own output is elsewhere.
  vi.stubEnv("JOURNAL_STREAM", `${dev}:${ino + 1}`);
  expect(block(made)).toContain("made for you");
});
