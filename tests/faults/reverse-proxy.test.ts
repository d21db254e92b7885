import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { freePort } from "../support/ports";
import {
  askOverHttp2,
  caddy,
  configurations,
  nginx,
  PAGE,
  type Ports,
  type RunningProxy,
  startCaddy,
  startNginx,
  startTap,
  type Tap,
} from "../support/reverse-proxies";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const run = promisify(execFile);

const name = "go.example.com";
const branded = "go.brand.example";
const LINKS = 3_000;

const ports: Ports = { http: await freePort(), https: await freePort(), upstream: 0 };
/** with the port, as browsers send it */
const own = `${name}:${ports.https}`;

let server: TestServer;
let tap: Tap;
let cookie: string;
let linkId: number;

beforeAll(async () => {
  server = await startServer({ env: { APP_URL: `https://${own}`, TRUSTED_PROXIES: "loopback" } });
  tap = await startTap(Number(new URL(server.url).port));
  ports.upstream = tap.port;
  const { user, create } = await linkOwner(server);
  await onNewPlan(server, user);
  await sql(server, "INSERT INTO domains (user_id, host, scheme) VALUES ($1, $2, 'https')", [user.id, branded]);
  await create({ url: "https://example.com/branded", domain: branded, custom: "spring" });
  ({ id: linkId } = await create({ url: "https://example.com/own", custom: "spring" }));
  await create({ url: "https://example.com/secret", domain: branded, custom: "locked", password: "word" });
  await sql(
    server,
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination)
     SELECT $1::int, id, 'd' || n, 'd' || n, 'https://example.com/' || repeat(md5(n::text), 60)
     FROM domains, generate_series(1, $2::int) AS n WHERE user_id IS NULL`,
    [user.id, LINKS],
  );
  cookie = (await sessionCookie(server, user.id)).replace(/^/, "__Host-");
});
afterAll(async () => {
  tap?.close();
  await server?.stop();
});

const proxies: [string, string | undefined, () => Promise<RunningProxy>][] = [
  ["nginx", nginx, () => startNginx(ports, [name, branded])],
  ["Caddy", caddy, () => startCaddy(ports)],
];

for (const [program, path] of proxies)
  if (!path) console.log(`There is no ${program} on this machine: its configuration is not tested.`);

describe.each(proxies)("the configuration of %s", (_, installed, start) => {
  let proxy: RunningProxy | undefined;
  beforeAll(async () => {
    tap.heads.length = 0;
    if (!installed) return;
    proxy = await start();
    // Caddy makes certificates after its start.
    await eventually(() => ask(own, "/api/health"));
  });
  afterAll(() => proxy?.stop());

  const ask = (host: string, path: string, request?: Parameters<typeof askOverHttp2>[3]) =>
    askOverHttp2(ports.https, host, path, request);
  const test = it.skipIf(!installed);

  test("answers over HTTP/2, and passes on the host with its port", async () => {
    expect((await ask(own, "/login")).status).toBe(200);
    expect(await ask(own, "/api/account")).toMatchObject({ status: 401 });
    expect((await ask(own, "/spring")).headers.location).toBe("https://example.com/own");
  });

  test("passes the check at the end of the page", async () => {
    const [, check = ""] =
      /^```sh\n(curl .*? https:\/\/go\.example\.com\/.*?)^```$/ms.exec(readFileSync(PAGE, "utf8")) ?? [];
    // Its settings make curl use this proxy, which has a self-signed certificate.
    const folder = await temporaryFolder();
    await writeFile(join(folder, ".curlrc"), `insecure\nconnect-to = "${name}:443:127.0.0.1:${ports.https}"\n`);
    const { stdout } = await run("sh", ["-c", check], { env: { ...process.env, CURL_HOME: folder } });
    expect(stdout).toBe("2 200\n");
  });

  test("serves branded domains, and has no certificate for others", async () => {
    expect((await ask(branded, "/spring")).headers.location).toBe("https://example.com/branded");
    expect((await ask(branded, "/login")).status).toBe(404);
    await expect(ask("other.example", "/spring")).rejects.toThrow();
  });

  test("says who asks and how, whatever the client says", async () => {
    const forged = { "x-forwarded-for": "203.0.113.6", "x-forwarded-proto": "http", "x-mark": "forged" };
    await ask(branded, "/spring", { headers: forged });
    const head = tap.heads.flat().findLast((one) => /x-mark: forged/i.test(one)) ?? "";
    expect(head).toMatch(/^X-Forwarded-For:(?: 203\.0\.113\.6,)? 127\.0\.0\.1\r$/im);
    expect(head).toMatch(/^X-Forwarded-Proto: https\r$/im);
    expect(head.match(/^(?:X-Forwarded-Proto|Host):/gim)).toHaveLength(2);
    const form = { method: "POST", body: Buffer.from("password=word") };
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const { headers } = await ask(branded, "/locked", { ...form, headers: type });
    expect([headers["set-cookie"]].flat()[0]).toMatch(/^signpost-pass=.*; Secure$/);
  });

  test("accepts large files", async () => {
    const row = `,https://example.com/${"x".repeat(7_000)}\n`;
    const file = `alias,url\n${row.repeat(600)}`;
    const mark = "----of-the-test";
    const part = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--${mark}--\r\n`;
    const { status, headers } = await ask(own, "/dashboard/import/upload", {
      method: "POST",
      headers: { cookie, "sec-fetch-site": "same-origin", "content-type": `multipart/form-data; boundary=${mark}` },
      body: Buffer.from(part),
    });
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/\/dashboard\/import\/\d+$/)]);
  });

  test("passes on downloads, and notices that a reader has left", async () => {
    const download = (leaveAfter?: number) =>
      ask(own, "/dashboard/export/links.csv", { headers: { cookie }, ...(leaveAfter && { leaveAfter }) });
    const whole = await download();
    expect(whole.status).toBe(200);
    expect(whole.body.toString().trim().split("\r\n").length).toBeGreaterThan(LINKS);
    expect((await download(1_000)).status).toBe(200);
    let status = 0;
    for (let second = 0; second < 30 && status !== 200; second++) {
      if (second > 0) await sleep(1_000);
      ({ status } = await ask(own, "/dashboard/export/channels.csv", { headers: { cookie } }));
    }
    expect(status).toBe(200);
  });

  test("sends live events as they come", async () => {
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const live = await ask(own, `/dashboard/live?of=link:${linkId}`, { headers, leaveAfter: 1 });
    expect([live.status, live.body.toString()]).toEqual([200, expect.stringContaining(": hello")]);
  });

  test("keeps visits of branded domains on connections of their own, which stay open", async () => {
    const before = tap.heads.length;
    for (let count = 0; count < 10; count++) {
      await ask(branded, "/spring");
      await ask(own, "/api/health");
    }
    const hosts = tap.heads.map((heads) => new Set(heads.map((head) => /^Host: (.*)\r$/im.exec(head)?.[1])));
    expect(hosts.filter((one) => one.has(branded) && one.size > 1)).toEqual([]);
    expect(tap.heads.length - before).toBeLessThan(10);
  });

  test("sends visitors from http to https", async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/spring?a=b`, { redirect: "manual" });
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toMatch(/^https:\/\/127\.0\.0\.1(?::\d+)?\/spring\?a=b$/);
  });
});

describe("the configuration of Traefik", () => {
  const [statics, dynamic] = configurations("yaml").map((text) => parse(text));

  it("defines each name that it uses", () => {
    const { routers, services, serversTransports } = dynamic.http;
    expect(Object.keys(routers).length).toBeGreaterThan(1);
    for (const { service, entryPoints, tls } of Object.values<{
      service: string;
      entryPoints: string[];
      tls: { certResolver: string };
    }>(routers)) {
      expect(Object.keys(services)).toContain(service);
      for (const entry of entryPoints) expect(Object.keys(statics.entryPoints)).toContain(entry);
      expect(Object.keys(statics.certificatesResolvers)).toContain(tls.certResolver);
    }
    const transports = Object.values<{ loadBalancer: { serversTransport: string } }>(services).map(
      ({ loadBalancer }) => loadBalancer.serversTransport,
    );
    // Each has its own connections.
    expect(new Set(transports).size).toBe(transports.length);
    expect(Object.keys(serversTransports).sort()).toEqual([...transports].sort());
    const { to } = statics.entryPoints.web.http.redirections.entryPoint;
    expect(Object.keys(statics.entryPoints)).toContain(to);
  });

  it.skip("is not run, because Debian has no package of Traefik", () => {});
});
