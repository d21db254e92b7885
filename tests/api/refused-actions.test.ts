import { beforeAll, describe, expect, inject, it } from "vitest";
import { pageRoutes } from "@/generated/page-routes";
import { type Action, callAction, serverActions } from "../support/actions";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newTeam } from "../support/team";
import { allTests } from "../support/tier";
import { newUser } from "../support/users";

const server = inject("server");
const action = serverActions().find(({ name }) => name.startsWith("createLinkAction of")) as Action;
const unreadable = "This request could not be read. Reload the page and try again.";
const foreign = "This request came from another site. Use the pages of this service instead.";

let cookie: string;
beforeAll(async () => {
  cookie = await sessionCookie(server, (await newUser(server)).id);
});

const formOf = (...fields: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

const bound = (bound: unknown) => JSON.stringify({ id: action.id, bound });

/** Bodies that React and Next cannot read. */
const scripts: (string | FormData)[] = [
  ...['["$1"]', '["$F1"]', '["$h1"]', '["$Q1"]', '["$W1"]', '["$i1"]', '["$B1"]', '["$A1"]', '["$n1x"]', '["$0:9:9"]'],
  ...['["$zz"]', '["$"]', '["$__proto__"]', "1", "null", "true", '"text"', '"$1"', '[{"then":"$1"}]'],
  JSON.stringify(Array(1_500).fill(1)),
  formOf(["1", "[]"]),
  formOf(["x", "1"]),
  formOf(["0", '["$1"]']),
  formOf(["0", '["$Q1"]'], ["1", "[1]"]),
  formOf(["0", '"$1"'], ["1", '"$0"']),
  formOf(["0", "[]"], ["0", "[]"]),
];

const plain: FormData[] = [
  formOf(["$ACTION_REF_1", ""], ["$ACTION_1:0", bound("$@1")]),
  formOf(["$ACTION_REF_1", ""], ["$ACTION_1:0", bound("$@1")], ["$ACTION_1:1", '["$5"]']),
];

const shown = (args: string | FormData) => (typeof args === "string" ? args : JSON.stringify([...args])).slice(0, 60);

const send = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(server.url + action.path, { method: "POST", body, headers: { origin: server.url, cookie, ...headers } });

async function answer(response: Promise<Response>): Promise<[number, string]> {
  const { status, text } = await response.then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }));
  return [status, text];
}

describe("answers 400 to", () => {
  it.each(scripts.map((args) => [shown(args), args] as const))("%s", async (_, args) => {
    const { status, text } = await callAction(server, action, args, { cookie });
    expect([status, text]).toEqual([400, unreadable]);
  });

  it.each(plain.map((form) => [shown(form), form] as const))("a form without scripts: %s", async (_, form) => {
    expect(await answer(send(form))).toEqual([400, unreadable]);
  });

  it.each<Record<string, string>>([{}, { "next-action": action.id }])(
    "a form that ends early, with %o",
    async (headers) => {
      const body = '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n[]';
      expect(await answer(send(body, { ...headers, "content-type": "multipart/form-data; boundary=x" }))).toEqual([
        400,
        unreadable,
      ]);
    },
  );
});

it("answers 413 to a body longer than any action accepts", async () => {
  const { status, text } = await callAction(server, action, `["${"x".repeat(1_200_000)}"]`, { cookie });
  expect([status, text]).toEqual([413, "The body is larger than 1 MiB."]);
});

describe("answers 403 to another site's call from", () => {
  it.each(["null", "https://evil.example", "garbage", "", `${server.url}0`])("%j", async (origin) => {
    const { status, text } = await callAction(server, action, "[{}]", { cookie, origin });
    expect([status, text]).toEqual([403, foreign]);
    expect(await answer(send(formOf(["$ACTION_REF_1", ""]), { origin }))).toEqual([403, foreign]);
  });

  it("no origin, if a proxy names the host", async () => {
    const headers = { cookie, origin: "https://go.example", "x-forwarded-host": "go.example, inner.example" };
    expect((await callAction(server, action, "[{}]", headers)).status).toBe(200);
  });
});

it("shows members the pages of their role, and answers 403 or 404 for others", async () => {
  const { things, members } = await newTeam(server, "of-pages");
  const pages = pageRoutes
    .filter((route) => /^\/dashboard(?!.*\*)/.test(route))
    .map((route) => route.replace(/:\w+/g, "1"));
  const [entry] = await sql<{ id: number }>(
    server,
    "INSERT INTO audit_entries (request, user_id) VALUES (gen_random_uuid(), $1) RETURNING id",
    [things.user.id],
  );
  const audit = `/dashboard/audit/${entry?.id}`;
  const closed = ["/dashboard/audit", audit, "/dashboard/settings/keys", "/dashboard/settings/members"];
  const refused = { analyst: closed, editor: closed.slice(0, 3) };
  // Analysts may see the fewest pages. Drawing all of them again for editors takes a minute on a busy machine.
  const visited = { analyst: [...pages, audit], editor: allTests ? [...pages, audit] : closed };
  for (const role of ["analyst", "editor"] as const) {
    const id = members.find((member) => member.role === role)?.id ?? 0;
    const headers = { cookie: await sessionCookie(server, id) };
    await sql(server, "UPDATE sessions SET account_id = $1 WHERE user_id = $2", [things.user.id, id]);
    const statusOf = async (path: string) => {
      const response = await fetch(server.url + path, { headers, redirect: "manual" });
      await response.body?.cancel();
      return [path, response.status] as const;
    };
    const statuses: (readonly [string, number])[] = [];
    for (const path of visited[role]) statuses.push(await statusOf(path));
    expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
    const forbidden = statuses.flatMap(([path, status]) => (status === 403 ? [path] : []));
    expect(forbidden).toEqual(expect.arrayContaining(refused[role]));
  }
});
