import { beforeAll, expect, inject, it } from "vitest";
import { type Permission, permissions } from "@/lib/contract/permissions";
import { openApiDocument } from "@/lib/http/openapi/reference";
import { type Caller, callerWith } from "../support/caller";
import { addressOf, type Call, callOf, operations } from "../support/calls";
import { sql } from "../support/sql";
import { mayAs, newTeam, type Team } from "../support/team";
import { rowsOf } from "../support/things";
import { allTests } from "../support/tier";
import { eventually } from "../support/wait";

const server = inject("server");

const keyed = operations.filter(([, { access }]) => access === undefined);
const administrators = operations.filter(([, { access }]) => access === "admin");
type Operation = (typeof operations)[number][1];

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** The further permissions that some calls need, for what they name or do besides their purpose. */
const takesMore: Record<string, Permission[]> = {
  // Links in the text are shortened.
  "POST /api/sms/send": ["links:write"],
  "GET /api/utm-template/{id}/parameters": ["campaigns:read", "channels:read"],
};

/** It needs all read permissions: lib/resources/account/archive/file.ts. */
const isArchive = (operation: Operation) => operation.path === "/api/account/archive";
/** Only one is made for an account at a time. */
const isFile = (operation: Operation) => operation.file !== undefined;
/** A member may only give a role whose permissions they all have. */
const givesRoles = ["POST /api/member/invite", "PUT /api/member/{id}/update"];

/** Calls that name things in their body. Another account's things are refused there. */
const namesInBody = ["POST /api/url/add", "POST /api/bio/add"];
/** These succeed although nothing is found. */
const missAs200 = (operation: Operation) => operation.missAs200;

let a: Team;
let b: Team;
let owner: Caller;
let prepared: { operation: Operation; call: Call }[];

interface Asking {
  who: string;
  key?: string;
  operation: Operation;
  call: Call;
  expected: string;
}

/** What a valid call sends. A key can give no more permissions than its maker has. */
async function validCall(operation: Operation): Promise<Call> {
  const call = await callOf(operation, owner);
  return nameOf(operation) === "POST /api/key/add" ? { body: { name: "Newsletter" } } : call;
}

const requires = (operation: Operation) =>
  [operation.permission, ...(takesMore[nameOf(operation)] ?? [])] as Permission[];

const permits = (role: keyof typeof mayAs, operation: Operation) =>
  requires(operation).every((permission) => permission === undefined || mayAs[role](permission));

/** The roles that a call must work for. `npm test` tries the one with the fewest permissions, which comes last. */
function allowedRoles(operation: Operation) {
  const allowed = a.roles.filter(({ role }) => permits(role, operation));
  return allTests ? allowed : allowed.slice(-1);
}

/** Runs a few at a time, because an account may have only a few images drawn at once. */
async function each<T, R>(items: T[], work: (item: T) => Promise<R>, atOnce = 16): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) results[index] = await work(item);
    }),
  );
  return results;
}

const changesAddress = ({ operation }: { operation: Operation }) => nameOf(operation) === "PUT /api/account/update";

/** The answers that are not as expected. */
async function wrong(asked: Asking[]): Promise<string[]> {
  const answers = await each(asked, async ({ who, key, operation, call, expected }) => {
    const response = await fetch(server.url + addressOf(operation, call), {
      method: operation.method,
      headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body: call.body && JSON.stringify(call.body),
    });
    const isFile = response.ok && operation.file;
    const answer = isFile ? await response.arrayBuffer() : await response.json();
    const { code, error } = answer as { code?: string; error?: number };
    const answered = `${response.status} ${code ?? (error === 1 ? "missing" : "done")}`;
    return answered === expected ? [] : [`${nameOf(operation)} by ${who}: ${answered}, not ${expected}`];
  });
  return answers.flat();
}

const stored = () => rowsOf(server, a.things);

beforeAll(async () => {
  [a, b] = [await newTeam(server, "of-a"), await newTeam(server, "of-b")];
  // Without a provider account, messages go into the sandbox.
  await sql(server, "DELETE FROM sms_accounts WHERE user_id = $1", [a.things.user.id]);
  owner = callerWith(server, a.things.user.key, a.things.user.email);
  prepared = await each(keyed, async ([, operation]) => ({ operation, call: await validCall(operation) }), 4);
  await eventually(async () => {
    const [sent] = await sql(
      server,
      "SELECT FROM sms_messages WHERE user_id = $1 AND status = 'sent' AND message <> $2",
      [a.things.user.id, "of-a"],
    );
    if (sent) throw new Error("messages are on their way");
  });
  // Retries of deliveries would change rows while a test compares them.
  await sql(server, "UPDATE webhooks SET retry_at = now() + interval '1 hour' WHERE user_id = $1", [a.things.user.id]);
  await eventually(async () => {
    const [tried] = await sql(
      server,
      `SELECT FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
       WHERE user_id = $1 AND tried_at > now() - interval '1 second'`,
      [a.things.user.id],
    );
    if (tried) throw new Error("deliveries are on their way");
  });
  // A link with a title is not given its destination's title later.
  await sql(server, "UPDATE links SET title = 'Spring' WHERE user_id = $1", [a.things.user.id]);
});

it("each operation declares its permission, and the reference repeats it", async () => {
  const { paths = {} } = await openApiDocument();
  for (const [, { method, path, permission }] of keyed) {
    expect(permissions).toContain(permission);
    expect(paths[path]?.[method.toLowerCase() as "get"]).toMatchObject({
      "x-permission": permission,
      description: expect.stringContaining(`\`${permission}\``),
    });
    // Calls that only read need `read`, also when they take a body to work on.
    expect([path, permission?.endsWith(":read")]).toEqual([
      path,
      method === "GET" || /\/(simulate|preview|qr\/zip|qr\/labels)$/.test(path),
    ]);
  }
});

it("refuses callers without the permission, with the exact message, and writes nothing", async () => {
  const before = await stored();
  const refused = prepared.flatMap(({ operation, call }): Asking[] => {
    const ask = (who: string, expected: string, key?: string) => ({ who, key, operation, call, expected });
    const lacks = (may: (permission: Permission) => boolean) =>
      requires(operation).some((permission) => permission !== undefined && !may(permission));
    return [
      ...a.roles
        .filter(({ role }) => lacks(mayAs[role]))
        .map(({ role, key }) => ask(role, "403 permission_lacking", key)),
      ...a.scoped
        .filter(({ scope }) => lacks((permission) => permission === scope || permission === readingOf(scope)))
        .map(({ scope, key }) => ask(`a key with ${scope}`, "403 permission_lacking", key)),
      ask("nobody", "401 api_key_required"),
    ];
  });
  expect(refused.length).toBeGreaterThan(keyed.length * 20);
  expect(await wrong(refused)).toEqual([]);
  expect(await stored()).toEqual(before);
});

const readingOf = (scope: Permission) => scope.replace(/:write$/, ":read");

it("shows nothing to members of another account, and lets them change nothing", async () => {
  const before = await stored();
  const calls = b.roles.flatMap(({ role, key }) =>
    prepared
      .filter(({ operation, call }) => call.params || namesInBody.includes(nameOf(operation)))
      .map(({ operation, call }): Asking => {
        const may = permits(role, operation);
        const missed = missAs200(operation) ? "200 not_found" : "404 not_found";
        const gone = operation.path.endsWith("/undo") ? "404 undo_gone" : missed;
        const expected = !may ? "403 permission_lacking" : call.params ? gone : "400 not_yours";
        return { who: `${role} of another account`, key, operation, call, expected };
      }),
  );
  expect(await wrong(calls)).toEqual([]);
  expect(await stored()).toEqual(before);
});

it("leaves the instance to its administrators", async () => {
  const call = { params: [1, 1] };
  const calls = administrators.flatMap(([, operation]) =>
    [...a.roles.map(({ role, key }) => ({ who: role as string, key })), { who: "nobody", key: undefined }].map(
      ({ who, key }): Asking => ({
        who,
        key,
        operation,
        call,
        expected: key ? "403 admin_only" : "401 api_key_required",
      }),
    ),
  );
  expect(await wrong(calls)).toEqual([]);
});

// This comes last, because it changes everything. Several hundred requests take minutes on a busy machine.
it("works for callers with the permission", async () => {
  const allowed = keyed.flatMap(([, operation]) => [
    ...allowedRoles(operation).map(({ role, key }) => ({ who: role as string, key, operation })),
    ...a.scoped
      .filter(({ scope }) => scope === operation.permission && !takesMore[nameOf(operation)])
      .map(({ scope, key }) => ({ who: `a key with ${scope}`, key, operation, isScoped: true })),
  ]);
  const answers = await each(
    allowed,
    async ({ isScoped = false, ...one }: (typeof allowed)[number] & { isScoped?: boolean }): Promise<Asking> => {
      const lacks = isScoped && (isArchive(one.operation) || givesRoles.includes(nameOf(one.operation)));
      const expected = lacks ? "403 permission_lacking" : "200 done";
      return { ...one, call: await validCall(one.operation), expected };
    },
    4,
  );
  // Transfers are offered to the account's address, which another of these calls changes.
  const [changing, others] = [answers.filter(changesAddress), answers.filter((one) => !changesAddress(one))];
  expect(await wrong(others.filter(({ operation }) => !isFile(operation)))).toEqual([]);
  for (const one of others.filter(({ operation }) => isFile(operation))) expect(await wrong([one])).toEqual([]);
  expect(await wrong(changing)).toEqual([]);
});
