import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { z } from "zod";

let signedIn: { userId: number; by: { userId: number } } | null = null;
let address = "192.0.2.1";
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("@/lib/auth/session", () => ({ currentActor: async () => signedIn, clientAddress: async () => address }));
let locale = "en";
vi.mock("next-intl/server", () => ({ getLocale: async () => locale, getTranslations: async () => () => "failed" }));
process.env.LOG_LEVEL = "silent";
const { requireBudget: charge } = await import("@/lib/auth/budget");
const { attempt, submitForm } = await import("@/lib/http/server-action");

const asAccount = (userId: number) => {
  signedIn = { userId, by: { userId } };
};
const spendAll = () => charge(1_000);
const refused = {
  kind: "rate_limited",
  message: "You are doing too much at once. Please wait a minute and try again.",
};

it("limits the actions of each account, of any kind, and not those of others", async () => {
  asAccount(1);
  let done = 0;
  const work = () => attempt(async () => ++done, 300);
  for (let n = 0; n < 3; n++) expect((await work()).ok).toBe(true);
  expect(await work()).toEqual({ ok: false, error: refused.message, errors: {} });
  expect(done).toBe(3);
  asAccount(2);
  expect((await work()).ok).toBe(true);
});

it("counts visitors who are not logged in by network", async () => {
  signedIn = null;
  address = "2001:db8::1";
  await spendAll();
  address = "2001:db8::2";
  await expect(charge()).rejects.toMatchObject(refused);
  address = "2001:db8:0:1::1";
  await charge();
});

it("returns what was typed, with a message in the reader's language", async () => {
  asAccount(3);
  await spendAll();
  locale = "de";
  const form = new FormData();
  form.set("name", "Spring sale");
  form.set("password", "quiet river stone");
  const result = await submitForm(z.object({ name: z.string() }), form, async () => "done");
  expect(result).toMatchObject({ ok: false, values: { name: "Spring sale" } });
  expect(result.ok || result.error).toMatch(/^Das ist zu viel /);
});

it("never stops a person who works", async () => {
  const { costs } = await import("@/lib/auth/budget");
  asAccount(4);
  // In a minute: a preview per second, a search for each of 300 letters, 60 clicks, ten links with their titles.
  for (let n = 0; n < 60; n++) await charge(costs.picture);
  for (let n = 0; n < 360; n++) await charge();
  for (let n = 0; n < 10; n++) await charge(costs.fetch);
});

/** Ending a session is always allowed. */
const free = ["logOut", "signInAgainAction"];

const files = readdirSync("app", { recursive: true, encoding: "utf8" })
  .map((name) => join("app", name))
  .concat("lib/http/choose-locale.ts")
  .filter((file) => file.endsWith(".ts"));
const sources = files.map((file) => [file, readFileSync(file, "utf8")] as const);

const actions = sources
  .filter(([, text]) => text.startsWith('"use server"'))
  .flatMap(([file, text]) => {
    const [, ...functions] = text.split("export async function ");
    return functions.map((source) => [/^\w+/.exec(source)?.[0] ?? "", file, source] as const);
  });

it("knows all actions", () => expect(actions.length).toBeGreaterThan(70));

it.each(actions.filter(([name]) => !free.includes(name)))("charges %s of %s", (_name, _file, source) => {
  expect(source).toMatch(
    /\b(act|change|actAfterConfirmation|actOnForm|attempt|submitForm|requireBudget|spendBudget)\(/,
  );
});

it.each(sources.filter(([file]) => /^app\/dashboard\/.*\/route\.ts$/.test(file)))("charges for %s", (_file, source) => {
  expect(source).toMatch(/\b(act|requireBudget|spendBudget|fileAnswer|previewRoute)\(/);
});
