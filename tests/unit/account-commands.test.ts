import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { startDatabase } from "../support/database";

const { dataDir } = await startDatabase();
const { checkCredentials } = await import("@/lib/auth/log-in");
const { createToken } = await import("@/lib/auth/one-time-tokens");
const { isResetTokenValid } = await import("@/lib/auth/password-reset");
const { readSession, startSession } = await import("@/lib/auth/session-rows");
const { db } = await import("@/lib/platform/database/db");
const { env } = await import("@/lib/platform/env");

/** Runs a command like an operator. */
function signpost(args: string[], input = "") {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: env.DATABASE_URL, APP_SECRET: env.APP_SECRET };
    const options = { env: { ...process.env, ...settings } };
    const child = execFile(process.execPath, [".build/signpost.js", ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    // A command that refuses early closes its input.
    child.stdin?.on("error", () => {}).end(input);
  });
}
const logsIn = (email: string, password: string) =>
  checkCredentials({ email, password }, { address: "a" }).then(
    (user) => typeof user === "number",
    () => false,
  );
const entries = () =>
  db.$queryRaw<
    { operation: string }[]
  >`SELECT operation FROM audit_entries WHERE operation LIKE 'signpost %' ORDER BY id`;

test("creates an administrator, with a password that is read, or created and shown once", async () => {
  const made = await signpost(["create-admin", "--email", "Ada@Example.com", "--json"]);
  expect([made.code, made.stderr]).toEqual([0, ""]);
  const { password, ...ada } = JSON.parse(made.stdout);
  expect(ada).toEqual({ id: expect.any(Number), email: "ada@example.com", username: "Ada".toLowerCase() });
  expect(await logsIn("ada@example.com", password)).toBe(true);
  expect(await db.user.findUnique({ where: { id: ada.id } })).toMatchObject({ admin: true });

  const read = await signpost(
    ["create-admin", "--email", "bob@example.com", "--username", "bobby", "--password-stdin"],
    "quiet river stone\n",
  );
  expect([read.code, read.stdout]).toEqual([0, "The administrator bobby logs in with bob@example.com.\n"]);
  expect(await logsIn("bob@example.com", "quiet river stone")).toBe(true);
  expect(await entries()).toContainEqual({ operation: "signpost create-admin" });
});

test("a new password ends sessions and mailed links, and the audit log records the change without the password", async () => {
  const { id } = await db.user.findUniqueOrThrow({ where: { email: "bob@example.com" } });
  const session = await startSession(id, "");
  const token = await createToken("password_reset", id);
  const { code, stdout } = await signpost(["reset-password", "--email", "BOB@example.com"]);
  const [, password = ""] = /\(shown only once\): (\S+)/.exec(stdout) ?? [];
  expect([code, password]).toEqual([0, expect.stringMatching(/^\w{4}(-\w{4}){3}$/)]);
  expect(await logsIn("bob@example.com", password)).toBe(true);
  expect(await logsIn("bob@example.com", "quiet river stone")).toBe(false);
  expect([await readSession(session), await isResetTokenValid(token)]).toEqual([null, false]);
  expect(await entries()).toContainEqual({ operation: "signpost reset-password" });
  const changes = await db.$queryRaw<object[]>`SELECT audit_changes::text AS text FROM audit_changes`;
  expect(changes.length).toBeGreaterThan(0);
  expect(JSON.stringify(changes)).not.toContain("argon2");
});

test.each([
  [
    ["create-admin", "--email", "ada@example.com"],
    "",
    1,
    "create-admin: An account with that e-mail address already exists.",
  ],
  [
    ["create-admin", "--email", "nobody"],
    "",
    1,
    "create-admin: email: Enter a valid e-mail address, like name@example.com.",
  ],
  [["create-admin", "--email", "c@example.com", "--username", "admin"], "", 1, "create-admin: username: "],
  [
    ["create-admin", "--email", "c@example.com", "--password-stdin"],
    "short",
    1,
    "create-admin: password: Use at least 8 characters.",
  ],
  [
    ["reset-password", "--email", "ada@example.com", "--password-stdin"],
    "",
    1,
    "reset-password: password: Use at least 8",
  ],
  [
    ["reset-password", "--email", "ada@example.com", "--password-stdin"],
    "Password123",
    1,
    "reset-password: password: That password is too common.",
  ],
  [
    ["reset-password", "--email", "ada@example.com", "--password-stdin"],
    "x".repeat(9_000),
    1,
    "reset-password: The password is too long.",
  ],
  [["reset-password", "--email", "none@example.com"], "", 1, "reset-password: This user does not exist."],
  [["reset-password"], "", 2, "--email is missing."],
  [
    ["reset-password", "--email", "a@example.com", "--password", "given in the open"],
    "",
    2,
    "Unknown option '--password'.",
  ],
])("rejects %j with a sentence", async (args, input, code, sentence) => {
  const refused = await signpost(args, input);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([code, "", expect.stringContaining(sentence)]);
});

test("prints the version without a database, too", async () => {
  const { stdout } = await signpost(["version", "--json"]);
  const { version, schema, database } = JSON.parse(stdout);
  expect([version, database]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/), schema]);
  const options = { env: { ...process.env, DATABASE_URL: "postgres://localhost:1/none", LOG_LEVEL: "silent" } };
  const alone = await new Promise<string>((resolve) =>
    execFile(process.execPath, [".build/signpost.js", "--version"], options, (_, text) => resolve(text)),
  );
  expect(alone).toMatch(
    /^signpost \d+\.\d+\.\d+.*\nschema \d{14}_\w+ \(functions [\da-f]{12}\)\ndatabase not reached\n$/,
  );
});
