import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pageRoutes } from "@/generated/page-routes";
import { api } from "../support/api";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { newUser } from "../support/users";

/** The log replaces the last part of these paths, because it is an alias, a public code or a name. */
const publicPlaces = ["/b/*", "/q/*", "/qr/*", "/r/*", "/u/*"];
const METRICS_TOKEN = "a-token-of-the-tests-for-metrics";

let folder: string;
let file: string;
let server: TestServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, "signpost.log");
  server = await startServer({
    env: { LOG_LEVEL: "info", LOG_FILE: file, SLOW_STATEMENT_MS: "1", METRICS_TOKEN, LOG_KEEP: "3" },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

interface Line {
  level: number;
  msg?: string;
  requestId?: string;
  path?: string;
  reason?: string;
  account?: number;
  statement?: string;
}

const text = () => readFile(file, "utf8");
const lines = async () =>
  (await text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const find = (matches: (line: Line) => boolean) => async () => (await lines()).find(matches);

it("names a setting that no longer exists, and says what is so without it", async () => {
  const named = (await lines()).filter(({ msg }) => msg?.includes("no longer exists"));
  expect(named).toMatchObject([
    { level: 40, msg: "LOG_KEEP is set, but no longer exists: five older log files are kept" },
  ]);
});

it("logs each API request: who, from which kind of network, what and how long", async () => {
  const { headers } = await api(server, server.adminKey).get("/api/account?secret=in-the-address");
  const id = headers.get("x-request-id");
  await expect.poll(find(({ requestId }) => requestId === id)).toMatchObject({
    ...{ method: "GET", path: "/api/account", route: "/api/account", status: 200, from: "loopback" },
    ...{ ms: expect.any(Number), account: expect.any(Number), person: expect.any(Number), key: expect.any(Number) },
  });
});

it("logs each page, with its user", async () => {
  const user = await newUser(server);
  const cookie = await sessionCookie(server, user.id);
  const answer = await fetch(`${server.url}/dashboard/links?q=secret`, {
    headers: { cookie, "x-request-id": "made-up" },
  });
  await answer.text();
  const id = answer.headers.get("x-request-id");
  expect(id).toMatch(/^[\da-f-]{36}$/);
  await expect.poll(find(({ requestId }) => requestId === id)).toMatchObject({
    ...{ method: "GET", path: "/dashboard/links", route: "/dashboard/links", status: 200 },
    ...{ from: "loopback", account: user.id, person: user.id },
  });
});

/** Sends a form as a browser without JavaScript does. */
async function submit(path: string, values: Record<string, string>) {
  const page = await (await fetch(server.url + path)).text();
  const form = new FormData();
  for (const [, name = "", value = ""] of page.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g))
    form.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return fetch(server.url + path, { method: "POST", body: form, redirect: "manual", headers: { origin: server.url } });
}

it("records log-ins and failed ones, but never what was typed", async () => {
  const { id, email, password } = await newUser(server);
  await submit("/login", { email: "a-stranger@example.com", password: "what a stranger types" });
  await expect.poll(find(({ reason }) => reason === "unknown account")).toMatchObject({ level: 40, from: "loopback" });
  await submit("/login", { email, password: "a wrong password" });
  await expect.poll(find(({ reason }) => reason === "wrong password")).toMatchObject({ level: 40, account: id });
  await submit("/login", { email, password });
  await expect.poll(find(({ msg, account }) => msg === "a log-in succeeded" && account === id)).toBeDefined();
  expect(await text()).not.toMatch(/a-stranger|what a stranger types|a wrong password|127\.0\.0\.1|::1/);
  expect(await text()).not.toContain(email);
});

it("contains no secret of an address, on any page and in any spelling", async () => {
  const secret = "a-secret-that-nobody-may-read";
  const routes = pageRoutes.filter(
    (route) => route !== "/:alias/*" && /^\/(?!dashboard)[^:*]+\/(:token|\*)/.test(route),
  );
  const answered: (string | null)[] = [];
  for (const route of routes.filter((one) => !publicPlaces.includes(one))) {
    const path = route.replace(/:token|\*/, secret);
    for (const spelled of [
      path,
      `${path}/`,
      `/${path}`,
      path.replace(/^\/\w/, (start) => start.toUpperCase()),
      `${path}/more`,
      path.replace(/\/[^/]*$/, ";x=1$&"),
      path.replace(/\/[^/]*$/, "%2f.$&"),
    ]) {
      for (const method of ["GET", "POST"]) {
        const answer = await fetch(server.url + spelled, { method, redirect: "manual" });
        await answer.arrayBuffer();
        if (!spelled.startsWith("//")) answered.push(answer.headers.get("x-request-id"));
      }
    }
  }
  // Each request has a log line, which names the page.
  await expect.poll(find(({ requestId }) => requestId === answered.at(-1))).toBeDefined();
  expect(await text()).not.toContain(secret);
  for (const id of answered.filter(Boolean))
    await expect
      .poll(find(({ requestId }) => requestId === id))
      .toMatchObject({ path: expect.stringMatching(/\/\*$/) });
  const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(metrics.status).toBe(200);
  expect(await metrics.text()).not.toContain(secret);
});

it("records the text of slow statements", async () => {
  const { statement } = (await find(({ msg }) => msg === "a statement took long")()) ?? {};
  expect(statement).toMatch(/select|insert|with|update|set/i);
  expect(await text()).not.toMatch(/audit:/);
});

it("writes only JSON, and to standard error what the file cannot hold", async () => {
  expect((await lines()).every(({ level }) => level >= 20)).toBe(true);
  expect(
    server
      .logs()
      .replace(/Signpost is ready[\s\S]*from ADMIN_API_KEY\n/, "")
      .trim(),
  ).toBe("");
});
