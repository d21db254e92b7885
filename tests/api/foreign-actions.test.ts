import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Action, type ActionAnswer, callAction, serverActions } from "../support/actions";
import { type Calls, foreignCalls, isAdministrators, namesNothing } from "../support/foreign-calls";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newThings, rowsOf, type Things } from "../support/things";
import { allTests } from "../support/tier";

const server = inject("server");
const mark = "secret-of-a";
const actions = serverActions();
const actionOf = (file: string, name: string) => actions.find((action) => action.name === `${name} of ${file}`);

/** Actions that delete come last, because the others need what they delete. */
const named = Object.entries(foreignCalls)
  .flatMap(([file, entries]) =>
    Object.entries(entries).flatMap(([name, calls]) => {
      const action = actionOf(file, name);
      return action && calls !== namesNothing ? [{ name: action.name, file, action, calls }] : [];
    }),
  )
  .sort((one, other) => Number(one.name.startsWith("delete")) - Number(other.name.startsWith("delete")));

/** These ignore other users' links in a list, as if they did not exist. */
const passesOver = /^(changeLinks|archiveLinks)Action of/;

/** They answer the same in any case, so only the stored rows show their effect. */
const tellsNothing = /^(endOneSession|withdrawAction) of/;

let a: Things;
let b: Things;
let rows: Awaited<ReturnType<typeof rowsOf>>;

beforeAll(async () => {
  [a, b] = [await newThings(server, mark), await newThings(server, "of-b")];
  rows = await rowsOf(server, a);
});

async function callAll(action: Action, calls: Calls, by: Things, cookie?: string): Promise<ActionAnswer[]> {
  const answers: ActionAnswer[] = [];
  for (const args of calls(a, by)) answers.push(await callAction(server, action, args, cookie ? { cookie } : {}));
  return answers;
}

const isTaken = ({ result }: ActionAnswer) => (result as { ok?: boolean } | undefined)?.ok === true;

/** The answers that show something to a user who lacks access, or that failed. */
const textOf = (answers: ActionAnswer[]) =>
  answers.filter(({ status, text }) => status >= 500 || text.includes(mark) || text.includes(a.user.key));

it("knows the IDs that every action takes", () => {
  const known = Object.entries(foreignCalls).flatMap(([file, entries]) =>
    Object.keys(entries).map((name) => `${name} of ${file}`),
  );
  expect(known.sort()).toEqual(actions.map(({ name }) => name).sort());
});

it("sees all of the user's own items", () => {
  const seen = [...new Set(rows.map(({ table }) => table))];
  for (const table of ["users", "links", "channel_items", "overlay_answers", "reports", "import_rows", "sms_accounts"])
    expect(seen).toContain(table);
  expect(seen.length).toBeGreaterThan(25);
});

describe("with the IDs of another user's items", () => {
  it.each(named)("$name reveals nothing and is refused", async ({ name, action, calls }) => {
    const [signedIn, signedOut] = await Promise.all([callAll(action, calls, b, b.cookie), callAll(action, calls, b)]);
    expect(textOf([...signedIn, ...signedOut])).toEqual([]);
    expect((passesOver.test(name) ? signedOut : [...signedIn, ...signedOut]).filter(isTaken)).toEqual([]);
    // Comparing all rows takes longer than the calls, so `npm test` does it once.
    if (allTests) expect(await rowsOf(server, a)).toEqual(rows);
  });

  it("all of these calls have changed nothing", async () => {
    expect(await rowsOf(server, a)).toEqual(rows);
  });
});

// The same calls succeed for the owner, so the refusals above are about ownership. Last, as this changes everything.
describe("called by the owner", () => {
  it.each(named)("$name does its work", async ({ name, file, action, calls }) => {
    const [administrator] = await sql<{ id: number }>(server, "SELECT id FROM users WHERE email = $1", [
      server.adminEmail,
    ]);
    const cookie = isAdministrators(file) ? await sessionCookie(server, administrator?.id ?? 0) : a.cookie;
    // An earlier call has started the import.
    if (name.startsWith("readAgainAction"))
      await sql(server, "UPDATE imports SET status = 'checked', erased_at = NULL WHERE id = $1", [a.import]);
    const before = tellsNothing.test(name) ? await rowsOf(server, a) : undefined;
    const answers = await callAll(action, calls, a, cookie);
    const refused = answers.filter((answer) => !isTaken(answer) && !answer.headers.has("x-action-redirect"));
    if (before) expect(await rowsOf(server, a)).not.toEqual(before);
    else expect(refused.map(({ text }) => text)).toEqual([]);
  });
});
