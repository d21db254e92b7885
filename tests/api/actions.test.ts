import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAction, formArguments, serverActions } from "../support/actions";
import { hostileValues } from "../support/hostile-bodies";
import { startServer, type TestServer } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { allTests } from "../support/tier";
import { newUser } from "../support/users";

// A separate server, because an answer contains the page, which would list what other tests made.
let server: TestServer;
const largestAnswer = 64 * 1024;
const figures = { calls: 0, largest: 0, slowest: 0 };

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  console.log(`${figures.calls} calls; largest answer ${figures.largest} bytes, slowest ${figures.slowest} ms`);
});

const administrator = async () =>
  (await sql<{ id: number }>(server, "SELECT id FROM users WHERE email = $1", [server.adminEmail]))[0]?.id ?? 0;

async function call(action: (typeof actions)[number], args: string | FormData, cookie: string) {
  const startedAt = performance.now();
  const answer = await callAction(server, action, args, { cookie });
  figures.calls++;
  figures.slowest = Math.max(figures.slowest, Math.round(performance.now() - startedAt));
  figures.largest = Math.max(figures.largest, Buffer.byteLength(answer.text));
  return answer;
}

const actions = serverActions();

const hostileForms: [string, [string, string][]][] = [
  ["many fields", Array.from({ length: 400 }, (_, index) => [`k${index}`, "\0"])],
  ["a long name", [["k".repeat(400_000), "1"]]],
  ["long texts", Array.from({ length: 10 }, (_, index) => [`k${index}`, "x".repeat(80_000)])],
  ["one field many times", Array.from({ length: 400 }, () => ["email", "\ud800"])],
];

it("finds the actions of the build", () => {
  expect(actions.length).toBeGreaterThan(80);
});

describe.each(actions)("$name", (action) => {
  it("gives a short answer to arguments of any shape", async () => {
    const isAdmins = action.name.includes("/admin/");
    const cookie = await sessionCookie(server, isAdmins ? await administrator() : (await newUser(server)).id);
    // Each action gets a tenth of the values (a third in `npm run test:all`), in one of three argument positions.
    const at = actions.indexOf(action);
    const texts = hostileValues
      .filter((_, index) => (index + at) % (allTests ? 3 : 10) === 0)
      .map(([, json], index) => [`[${json}]`, `[2147483647,${json}]`, `[${json},{}]`][(index + at) % 3] ?? "");
    const forms = hostileForms
      .filter((_, index) => allTests || (index + at) % hostileForms.length === 0)
      .map(([, form]) => formArguments(form));
    const failed: unknown[] = [];
    for (const args of [...texts, "", "garbage", "[]", "[null]", ...forms]) {
      const { status, text } = await call(action, args, cookie);
      const size = Buffer.byteLength(text);
      if (status >= 500 || size > largestAnswer) failed.push([String(args).slice(0, 60), status, size]);
    }
    expect(failed).toEqual([]);
  });
});
