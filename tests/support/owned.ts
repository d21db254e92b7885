import { expect, it } from "vitest";
import { api } from "./api";
import type { Failure } from "./links";
import type { ServerAddress } from "./server";
import { sql } from "./sql";
import { newUser } from "./users";

export type Client = ReturnType<typeof api>;

/** A new user, and the API as that user sees it. */
export async function newOwner(server: ServerAddress) {
  const user = await newUser(server);
  return { user, client: api(server, user.key) };
}

/** Returns the body of an answer; throws if it is a refusal. */
export async function ok<Body>(call: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Puts a user whose key has not been used yet on a new plan: the Free plan with these limits. */
export async function limitTo(server: ServerAddress, userId: number, limits: Record<string, unknown>): Promise<void> {
  await sql(
    server,
    `WITH plan AS (
      INSERT INTO plans (name, limits) SELECT 'Test ' || $1, limits || $2 FROM plans WHERE name = 'Free' RETURNING id
    ) UPDATE users SET plan_id = plan.id FROM plan WHERE users.id = $1::int`,
    [`${userId}`, JSON.stringify(limits)],
  );
}

/** Sends each body to each call, and expects 400 with the field `path` named. */
export async function expectRefusals(
  calls: ((body: unknown) => Promise<{ status: number; body: unknown }>)[],
  wrong: [path: string, bodies: unknown[]][],
): Promise<void> {
  for (const call of calls) {
    for (const [path, bodies] of wrong) {
      for (const body of bodies) {
        const answer = await call(body);
        const { error, errors } = answer.body as Failure;
        expect([body, answer.status, error, errors?.[0]?.path]).toEqual([body, 400, 1, path]);
      }
    }
  }
}

interface Owned {
  server: ServerAddress;
  /** the path of the list */
  list: string;
  /** the member of `data` that holds the items */
  key: string;
  /** creates the nth item and returns its ID */
  create(client: Client, n: number): Promise<number>;
}

/** Tests a list: its pages, counters and refusals, and that it holds only the user's own items. */
export function itLists({ server, list, key, create }: Owned): void {
  const idsOf = (data: Record<string, unknown>) => (data[key] as { id: number }[]).map(({ id }) => id);
  const read = async (client: Client, query: string) =>
    (await ok(client.get<{ error: number; data: Record<string, unknown> }>(`${list}${query}`))).data;

  it(`lists 15 a page, the newest first, under data.${key}, with five counters`, async () => {
    const { client, user } = await newOwner(server);
    await limitTo(server, user.id, unlimited);
    const ids: number[] = [];
    for (let n = 0; n < 17; n++) ids.unshift(await create(client, n));

    const first = await read(client, "");
    expect(Object.keys(first).sort()).toEqual(
      [key, "currentpage", "maxpage", "nextcursor", "nextpage", "perpage", "result", "resultexact"].sort(),
    );
    expect(first).toMatchObject({ result: 17, perpage: 15, currentpage: 1, nextpage: 2, maxpage: 2 });
    expect(idsOf(first)).toEqual(ids.slice(0, 15));
    const second = await read(client, "?page=2");
    expect(second).toMatchObject({ result: 17, perpage: 15, currentpage: 2, nextpage: 2, maxpage: 2 });
    expect(idsOf(second)).toEqual(ids.slice(15));
    const third = await read(client, "?limit=5&page=3");
    expect(third).toMatchObject({ result: 17, perpage: 5, currentpage: 3, nextpage: 4, maxpage: 4 });
    expect(idsOf(third)).toEqual(ids.slice(10, 15));
    const all = await read(client, "?limit=1000");
    expect(all).toMatchObject({ result: 17, perpage: 1000, currentpage: 1, nextpage: 1, maxpage: 1 });
    expect(idsOf(all)).toEqual(ids);
    expect(await read(client, "?page=9")).toMatchObject({ result: 17, currentpage: 9, nextpage: 2, [key]: [] });
  });

  it("lists nothing of others', on one empty page", async () => {
    const other = await newOwner(server);
    await create(other.client, 0);
    const { client } = await newOwner(server);
    const counters = {
      result: 0,
      resultexact: true,
      perpage: 15,
      currentpage: 1,
      nextpage: 1,
      maxpage: 1,
      nextcursor: null,
    };
    expect(await read(client, "")).toEqual({ ...counters, [key]: [] });
  });

  it("refuses a page and a limit that are no positive integers", async () => {
    const { client } = await newOwner(server);
    for (const name of ["page", "limit"]) {
      for (const value of ["0", "-1", "abc", "1.5"]) {
        const { status, body } = await client.get<Failure>(`${list}?${name}=${value}`);
        expect([name, value, status, body.errors?.[0]?.path]).toEqual([name, value, 400, name]);
      }
    }
  });

  it("lists nothing without a key", async () => {
    const { status, body } = await api(server).get<Failure>(list);
    expect([status, body]).toEqual([
      401,
      { error: 1, code: "api_key_required", message: "A valid API key is required to use this service." },
    ]);
  });
}

const many = { enabled: true, count: null };
const unlimited = { pixels: many, overlay: many, splash: many };

/**
 * Calls with an ID that is another user's, unknown, or invalid. The first two must look the same: 404 with
 * `sentence`.
 */
export async function expectNoAccess(
  calls: ((id: number | string) => Promise<{ status: number; body: unknown }>)[],
  others: number,
  sentence: string,
): Promise<void> {
  for (const call of calls) {
    for (const id of [others, 2_147_483_647]) {
      const { status, body } = await call(id);
      expect([id, status, body]).toEqual([id, 404, { error: 1, code: "not_found", message: sentence }]);
    }
    for (const id of ["0", "-1", "abc", "1.5", "2147483648"]) {
      const { status, body } = await call(id);
      expect([id, status, (body as Failure).error]).toEqual([id, 400, 1]);
    }
  }
}
