import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callAction, serverActions } from "../support/actions";
import { api } from "../support/api";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { newUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

let dataDir: string;
let server: TestServer;

beforeAll(async () => {
  dataDir = await temporaryFolder();
  server = await startServer({ dataDir, env: { LOG_LEVEL: "info" } });
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const owner = () => api(server, server.adminKey);

/** The process that draws the pages of a service, and the folder of its socket. */
function pagesOf(service: number) {
  const children = readFileSync(`/proc/${service}/task/${service}/children`, "utf8").trim().split(" ");
  const lines = children.map((pid) => ({
    pid: Number(pid),
    args: readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0"),
  }));
  const found = lines.find(({ args }) => args.some((arg) => arg.endsWith("/pages.js")));
  if (!found) throw new Error("no process draws pages");
  return { pid: found.pid, socketFolder: dirname(found.args.find((arg) => arg.endsWith(".sock")) ?? "") };
}

const pagesPid = () => pagesOf(server.pid).pid;

const page = (path = "/login") => fetch(server.url + path, { headers: { accept: "text/html" } });

test("visitors see an edit once its action has answered, a hundred times", async () => {
  const user = await newUser(server, { admin: true });
  const { body } = await api(server, user.key).post<{ id: number }>("/api/url/add", {
    url: "https://example.com/0",
    custom: "edited",
  });
  const cookie = await sessionCookie(server, user.id);
  const action = serverActions().find(({ name }) => name.startsWith("updateLinkAction "));
  if (!action) throw new Error("there is no such action");
  for (let n = 1; n <= 100; n++) {
    const url = `https://example.com/${n}`;
    const { result } = await callAction(server, action, JSON.stringify([body.id, { url }]), { cookie });
    expect(result).toEqual({ ok: true, value: expect.anything() });
    expect((await visit(`${server.url}/edited`)).headers.get("location")).toBe(url);
  }
});

test("while pages are down, links and the API work, and pages come back automatically", async () => {
  await owner().post("/api/url/add", { url: "https://example.com/", custom: "steady" });
  expect((await page()).status).toBe(200);
  const killed = pagesPid();
  process.kill(killed, "SIGKILL");
  const away = await eventually(async () => {
    const answer = await page();
    expect(answer.status).toBe(503);
    return answer;
  });
  expect(away.headers.get("retry-after")).toBe("5");
  expect(await away.text()).toContain("This page is not available right now");
  expect((await visit(`${server.url}/steady`)).status).toBe(302);
  expect((await owner().get("/api/account")).status).toBe(200);
  // Asks less often than the rate limit of a network allows.
  await expect.poll(async () => (await page()).status, { timeout: 60_000, interval: 500 }).toBe(200);
  expect(pagesPid()).not.toBe(killed);
  expect(server.logs()).toContain("the pages process died; another one takes its place");
});

test("a page process that hangs keeps no visitor waiting", async () => {
  await owner().post("/api/url/add", { url: "https://example.com/", custom: "hanging" });
  const hung = pagesPid();
  process.kill(hung, "SIGSTOP");
  try {
    const waiting = new AbortController();
    const requests = Array.from({ length: 40 }, () =>
      fetch(`${server.url}/login`, { signal: waiting.signal }).then(
        ({ status }) => status,
        () => null,
      ),
    );
    // The first requests wait for the process; the rest, beyond this network's share, are refused at once.
    expect(await Promise.any(requests.map(async (one) => ((await one) === 503 ? 503 : Promise.reject())))).toBe(503);
    for (let n = 0; n < 20; n++) expect((await visit(`${server.url}/hanging`)).status).toBe(302);
    expect((await owner().get("/api/urls")).status).toBe(200);
    waiting.abort();
    await Promise.all(requests);
  } finally {
    process.kill(hung, "SIGCONT");
  }
  await expect.poll(async () => (await page()).status, { timeout: 60_000, interval: 500 }).toBe(200);
});

test("page processes have a lower priority than all others", () => {
  const stat = readFileSync(`/proc/${pagesPid()}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  expect(Number(stat[16])).toBe(10);
});

test("a service that is killed takes its pages process with it", async () => {
  const { pid, socketFolder } = pagesOf(server.pid);
  expect(existsSync(socketFolder)).toBe(true);
  await server.kill();
  await eventually(() => expect(existsSync(`/proc/${pid}`)).toBe(false));
  expect(existsSync(socketFolder)).toBe(false);

  // The pages process does not hold the folder's lock, so nothing waits for it.
  server = await startServer({ dataDir });
  expect((await fetch(`${server.url}/login`)).status).toBe(200);
});

test("the pages process does not have the lock of the data folder", () => {
  const opened = readdirSync(`/proc/${pagesPid()}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pagesPid()}/fd/${fd}`);
    } catch {
      return "";
    }
  });
  expect(opened).not.toContain(join(dataDir, "lock"));
});
