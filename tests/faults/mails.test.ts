import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { api } from "../support/api";
import { PlainBrowser } from "../support/plain-browser";
import { freePort } from "../support/ports";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { startSmtp } from "../support/smtp";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

let server: TestServer;
let dataDir: string;
let port: number;
let smtp: Awaited<ReturnType<typeof startSmtp>> | undefined;

const start = () => startServer({ dataDir, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });

beforeAll(async () => {
  port = await freePort();
  dataDir = await temporaryFolder();
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  await smtp?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const invite = async (email: string) => {
  const { status, body } = await api(server, server.adminKey).post("/api/member/invite", { email, role: "editor" });
  expect(status).toBe(200);
  return body;
};
const mails = () =>
  sql<{ attempts: number; problem: string | null; gone: boolean; given_up: boolean }>(
    server,
    "SELECT attempts, problem, message IS NULL AS gone, given_up_at IS NOT NULL AS given_up FROM mails ORDER BY id",
  );
/** Lets the waiting time of all mails pass. */
const makeDue = async () => {
  await sql(server, "UPDATE mails SET next_at = now()");
  await sql(server, "UPDATE signpost_jobs.job SET start_after = now() WHERE name = 'mails' AND state < 'active'");
};

test("a mail survives a mail server that is away, a kill -9 and greylisting, and arrives once", async () => {
  await invite("ada@example.com");
  await eventually(async () =>
    expect(await mails()).toMatchObject([{ problem: expect.stringContaining("ECONNREFUSED") }]),
  );
  await server.kill();
  smtp = await startSmtp(port);
  smtp.refuse = [451, 451];
  server = await start();
  for (const left of [1, 0]) {
    await makeDue();
    await eventually(() => expect(smtp?.refuse.length).toBeLessThanOrEqual(left));
  }
  await makeDue();
  await eventually(() => expect(smtp?.mails.map(({ to }) => to)).toEqual([["ada@example.com"]]));
  await eventually(async () => expect(await mails()).toEqual([]));
});

/** Does all that sends a mail to someone who waits for it, and returns what the person sees. */
async function askForMails() {
  const [forgetful, unconfirmed] = [await newUser(server), await newUser(server)];
  await sql(server, "UPDATE users SET email_verified_at = NULL WHERE id = $1", [unconfirmed.id]);
  const [stranger, owner] = [new PlainBrowser(server.url), new PlainBrowser(server.url)];
  const id = unconfirmed.username.slice(4);
  const person = { username: `new${id}`, email: `new${id}@example.com`, password: "quiet river stone" };
  const invited = `invited${id}@example.com`;
  const loggedIn = await owner.send("logIn", { email: unconfirmed.email, password: unconfirmed.password });
  const confirm = loggedIn.to ? await owner.open(loggedIn.to) : undefined;
  return {
    to: [forgetful.email, person.email, unconfirmed.email, invited],
    forgot: (await stranger.send("forgotPassword", { email: forgetful.email })).result,
    unknown: (await stranger.send("forgotPassword", { email: `nobody${id}@example.com` })).result,
    registered: await stranger.send("register", person),
    confirm: confirm?.html.replaceAll(/<script\b.*?<\/script>/gs, ""),
    invited: await invite(invited),
  };
}

test("people get the usual answers while the mail server is away, and their mails later", async () => {
  await smtp?.close();
  const { to, forgot, unknown, registered, confirm, invited } = await askForMails();
  expect(forgot).toEqual({ ok: true, value: expect.stringContaining("a link is on its way") });
  expect(unknown).toEqual(forgot);
  expect(registered.to).toMatch(/^\/login\/confirm\?of=/);
  expect(confirm).toContain("Open the link in our e-mail");
  expect(invited).toMatchObject({ mailed: true });
  await eventually(async () =>
    expect((await mails()).map(({ attempts }) => attempts > 0)).toEqual(Array(4).fill(true)),
  );
  smtp = await startSmtp(port);
  await makeDue();
  await eventually(() => expect(smtp?.mails.flatMap((mail) => mail.to).sort()).toEqual([...to].sort()));
});

test("people are told that no mail was sent if too many wait", async () => {
  onTestFinished(async () => void (await sql(server, "DELETE FROM mails")));
  await sql(
    server,
    `INSERT INTO mails (message, expires_at, next_at) SELECT 'x', now() + interval '1 day', now() + interval '1 day'
     FROM generate_series(1, 10000)`,
  );
  const { to, forgot, unknown, registered, confirm, invited } = await askForMails();
  const refused = { ok: false, error: "The e-mail could not be sent. Please try again later." };
  for (const answer of [forgot, unknown]) expect(answer).toMatchObject(refused);
  expect(registered).toMatchObject({ to: null, result: refused });
  expect(confirm).toContain(refused.error);
  expect(confirm).not.toContain("Open the link in our e-mail");
  expect(invited).toMatchObject({ mailed: false, url: expect.any(String) });
  expect((await mails()).length).toBe(10_000);
  await sql(server, "DELETE FROM mails");
  // What was refused does not count as sent.
  const [email = ""] = to;
  for (let n = 0; n < 3; n++)
    expect((await new PlainBrowser(server.url).send("forgotPassword", { email })).result).toMatchObject({ ok: true });
  await eventually(() => expect(smtp?.mails.filter((mail) => mail.to.includes(email))).toHaveLength(3));
});

test("a mail that the mail server refuses for good is given up, and its content is erased", async () => {
  if (smtp) smtp.refuse = [550];
  await invite("nobody@example.com");
  await eventually(async () =>
    expect(await mails()).toMatchObject([
      { attempts: 1, problem: expect.stringContaining("550"), gone: true, given_up: true },
    ]),
  );
  expect(smtp?.mails.filter(({ to }) => to.includes("nobody@example.com"))).toEqual([]);
  expect(server.logs()).not.toContain("nobody@example.com");
});

test("a stop does not wait for a mail server that hangs, and the mail is sent after the next start", async () => {
  await smtp?.close();
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on("error", () => {})));
  silent.listen(port, "127.0.0.1");
  await once(silent, "listening");
  await invite("grace@example.com");
  await eventually(() => expect(sockets).toHaveLength(1));
  await server.stop();
  for (const socket of sockets) socket.destroy();
  silent.close();
  expect(await server.exited).toBe(0);
  expect(server.logs()).not.toContain("Stopping took too long");
  smtp = await startSmtp(port);
  server = await start();
  await eventually(() => expect(smtp?.mails.map(({ to }) => to)).toEqual([["grace@example.com"]]));
});

test("a certificate of an own authority is accepted with NODE_EXTRA_CA_CERTS only", async () => {
  await Promise.all([server.stop(), smtp?.close()]);
  const [key, cert] = [join(dataDir, "mail-key.pem"), join(dataDir, "mail-cert.pem")];
  const files = ["-keyout", key, "-out", cert, "-addext", "subjectAltName=IP:127.0.0.1", "-subj", "/CN=mail"];
  execFileSync("openssl", ["req", "-x509", "-days", "2", "-newkey", "rsa:2048", "-nodes", ...files], {
    stdio: "ignore",
  });
  smtp = await startSmtp(port, { key: await readFile(key), cert: await readFile(cert) });
  const SMTP_URL = `smtps://127.0.0.1:${port}`;
  server = await startServer({ dataDir, env: { SMTP_URL } });
  await sql(server, "DELETE FROM mails");
  await invite("mary@example.com");
  await eventually(async () =>
    expect(await mails()).toMatchObject([{ problem: expect.stringContaining("self-signed certificate") }]),
  );
  await server.stop();
  server = await startServer({ dataDir, env: { SMTP_URL, NODE_EXTRA_CA_CERTS: cert } });
  await makeDue();
  await eventually(() => expect(smtp?.mails.map(({ to }) => to)).toEqual([["mary@example.com"]]));
});
