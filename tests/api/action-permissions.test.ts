import { beforeAll, expect, inject, it } from "vitest";
import { englishOf } from "@/lib/contract/errors";
import type { Permission } from "@/lib/contract/permissions";
import { neededFor, ownCalls } from "../support/action-permissions";
import { type Action, callAction, serverActions } from "../support/actions";
import { foreignCalls, namesNothing } from "../support/foreign-calls";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { mayAs, newTeam, type Team } from "../support/team";
import { rowsOf } from "../support/things";
import { allTests } from "../support/tier";

const server = inject("server");

/** The actions that need a permission, with that permission. */
const actions = serverActions().map((action) => {
  const [name = "", file = ""] = action.name.split(" of ");
  return { action, name, file, needed: neededFor(file, name) };
});
const permitted = actions.flatMap(({ needed, ...one }) =>
  needed?.includes(":") ? [{ ...one, permission: needed as Permission }] : [],
);

let a: Team;
let b: Team;
/** browsers of each role that act for the account */
let cookies: { role: keyof typeof mayAs; cookie: string }[];

const lacking = (permission: Permission) => englishOf({ code: "permission_lacking", params: { permission } });

/** The arguments that call an action with the account's own things. */
function argumentsOf(name: string, file: string): (string | FormData)[] {
  const calls = foreignCalls[file]?.[name];
  return typeof calls === "function" ? calls(a.things, a.things) : [ownCalls[name]?.() ?? ""];
}

interface Asking {
  who: string;
  cookie: string;
  action: Action;
  args: string | FormData;
}

/** Calls the actions, a few at a time, and returns their answers. */
async function answersTo(asked: Asking[]) {
  const answers: { who: string; action: string; error: string | null; status: number }[] = [];
  const queue = asked.values();
  const worker = async () => {
    for (const { who, cookie, action, args } of queue) {
      const { status, result } = await callAction(server, action, args, { cookie });
      const { ok, error } = (result ?? {}) as { ok?: boolean; error?: string };
      answers.push({ who, action: action.name, error: ok ? null : (error ?? null), status });
    }
  };
  await Promise.all(Array.from({ length: 3 }, worker));
  return answers;
}

const stored = () => rowsOf(server, a.things);

async function browserOf(userId: number, accountId: number): Promise<string> {
  const cookie = await sessionCookie(server, userId);
  await sql(server, "UPDATE sessions SET account_id = $1 WHERE user_id = $2", [accountId, userId]);
  return cookie;
}

beforeAll(async () => {
  [a, b] = [await newTeam(server, "of-a"), await newTeam(server, "of-b")];
  cookies = await Promise.all(
    a.members.map(async ({ role, id }) => ({ role, cookie: await browserOf(id, a.things.user.id) })),
  );
});

it("knows what each action needs, and how to call it", () => {
  expect(actions.filter(({ needed }) => needed === undefined).map(({ action }) => action.name)).toEqual([]);
  const uncalled = permitted.filter(
    ({ name, file }) => (foreignCalls[file]?.[name] ?? namesNothing) === namesNothing && !ownCalls[name],
  );
  expect(uncalled.map(({ action }) => action.name)).toEqual([]);
});

it("refuses callers without the permission, with the exact message, and writes nothing", async () => {
  const before = await stored();
  const calls = cookies.flatMap(({ role, cookie }) =>
    permitted
      .filter(({ permission }) => !mayAs[role](permission))
      .flatMap(({ action, name, file, permission }) =>
        argumentsOf(name, file).map((args) => ({ who: role as string, cookie, action, args, permission })),
      ),
  );
  expect(calls.length).toBeGreaterThan(90);
  const expected = new Map(permitted.map(({ action, permission }) => [action.name, lacking(permission)]));
  const answers = await answersTo(calls);
  expect(answers.filter(({ action, error }) => error !== expected.get(action))).toEqual([]);
  expect(await stored()).toEqual(before);
});

it("refuses former members, and members of another account", async () => {
  const before = await stored();
  const [editor] = b.members.filter(({ role }) => role === "editor");
  const strangers = [
    { who: "a member of another account", cookie: await browserOf(editor?.id ?? 0, b.things.user.id) },
    { who: "who was never a member", cookie: await browserOf(b.things.user.id, a.things.user.id) },
  ];
  const calls = strangers.flatMap((stranger) =>
    permitted
      .filter(({ name, file }) => typeof foreignCalls[file]?.[name] === "function")
      .flatMap(({ action, name, file }) => argumentsOf(name, file).map((args) => ({ ...stranger, action, args }))),
  );
  const answers = await answersTo(calls);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await stored()).toEqual(before);
});

it("leaves the instance to its administrators", async () => {
  const before = await stored();
  const calls = cookies.flatMap(({ role, cookie }) =>
    actions
      .filter(({ needed, file, name }) => needed === "administrator" && foreignCalls[file]?.[name] !== namesNothing)
      .flatMap(({ action, name, file }) =>
        argumentsOf(name, file).map((args) => ({ who: role, cookie, action, args })),
      ),
  );
  const answers = await answersTo(calls);
  // It answers the same in any case, so only the stored rows show its effect.
  expect(answers.filter(({ action, error }) => error === null && !action.startsWith("withdrawAction"))).toEqual([]);
  expect(await stored()).toEqual(before);
});

it("does not change the account when members act on themselves", async () => {
  const before = await stored();
  const named = ["revealKey", "rotateKey", "endAllOtherSessions", "requireConfirmationAction"];
  const calls = cookies.flatMap(({ role, cookie }) =>
    actions.filter(({ name }) => named.includes(name)).map(({ action }) => ({ who: role, cookie, action, args: "[]" })),
  );
  const answers = await answersTo(calls);
  expect(JSON.stringify(answers)).not.toContain(a.things.user.key);
  expect(await stored()).toEqual(before);
});

/** The roles that an action must work for. `npm test` tries the one with the fewest permissions, which comes last. */
function allowedRoles(permission: Permission) {
  const allowed = cookies.filter(({ role }) => mayAs[role](permission));
  return allTests ? allowed : allowed.slice(-1);
}

// This comes last, because it changes everything.
it("refuses no caller who has the permission", async () => {
  const calls = permitted.flatMap(({ action, name, file, permission }) =>
    allowedRoles(permission).flatMap(({ role, cookie }) =>
      argumentsOf(name, file).map((args) => ({ who: role as string, cookie, action, args })),
    ),
  );
  // Analysts read everything while it still exists.
  const [looking, changing] = [true, false].map((looks) => calls.filter(({ who }) => (who === "analyst") === looks));
  expect((await answersTo(looking ?? [])).filter(({ error }) => error !== null)).toEqual([]);
  const answers = await answersTo(changing ?? []);
  expect(answers.length).toBeGreaterThan(allTests ? 150 : 60);
  const isRefused = (error: string | null) => error?.includes("does not have the permission");
  expect(answers.filter(({ error, status }) => status >= 500 || isRefused(error))).toEqual([]);
});
