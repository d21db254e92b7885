import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "@/package.json";
import { makeNextVersion, makePackage, pointTo, startPackage, visitInALoop } from "../support/package";
import { freePort } from "../support/ports";
import { temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

const run = promisify(execFile);
const key = "sp_key_of_the_administrator_of_the_tests";

let root: string;
let env: Record<string, string>;
let url: string;
const at = (...names: string[]) => join(root, ...names);

beforeAll(async () => {
  root = await temporaryFolder();
  await makePackage(at("this"));
  makeNextVersion(at("this"), at("100.0.0"), "100.0.0");
  const port = `${await freePort()}`;
  url = `http://localhost:${port}`;
  env = {
    PORT: port,
    DATA_DIR: at("data"),
    ADMIN_API_KEY: key,
    ADMIN_PASSWORD: "quiet river stone",
    LOG_LEVEL: "warn",
  };
});
afterAll(() => rm(root, { recursive: true, force: true }));

const get = (path: string) => fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
const health = async () =>
  (await (await get("/api/health")).json()) as { version: string; schema: { migration: string } };
const untilReady = (version: string) => eventually(async () => expect((await health()).version).toBe(version), 60_000);
const command = (folder: string, ...args: string[]) =>
  run(at(folder, "signpost"), args, { env: { ...process.env, ...env } });

test("a package contains nothing of its build folder, and is no larger than promised", async () => {
  const { stdout } = await run("du", ["-sm", at("this")]);
  expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(200);
  const files = readFileSync(at("this/.next/required-server-files.json"), "utf8");
  expect(files).not.toContain(process.cwd());
  expect(readdirSync(at("this"))).not.toContain("lib");
});

test("it contains the parts of Twilio's client that are used", async () => {
  const use = `const client = require("twilio")("AC${"0".repeat(32)}", "x"); client.messages; client.incomingPhoneNumbers`;
  await run(process.execPath, ["--eval", use], { cwd: at("this") });
});

test("it serves pages, images, imports and commands, is upgraded, and rolled back", async () => {
  pointTo(at("current"), "this");
  const service = startPackage(at("current"), env);
  await untilReady(version);
  const added = await fetch(`${url}/api/url/add`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ url: "https://example.com/", custom: "hello" }),
  });
  expect(await added.json()).toMatchObject({ error: 0 });

  const page = await get("/login");
  expect(page.status).toBe(200);
  const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(await page.text()) ?? [];
  expect([script, (await get(script)).status]).toEqual([expect.stringMatching(/js$/), 200]);
  for (const path of ["/", "/docs", "/docs/links", "/register", "/forgot-password", "/icon.svg"])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  const picture = await get("/hello/qr");
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  const said = JSON.parse((await command("this", "version", "--json")).stdout);
  expect(said).toMatchObject({ version, schema: said.database });
  expect((await command("this", "verify")).stdout).toContain(" 0 differences");

  const visits = visitInALoop(`${url}/hello`);
  const failedTakeOvers = () => service.logs().split("the new service did not start").length - 1;
  const swap = async (folder: string, version: string) => {
    pointTo(at("current"), folder);
    const takeOvers = service.takeOvers();
    service.succeed();
    await eventually(() => expect(service.takeOvers()).toBe(takeOvers + 1), 60_000);
    await untilReady(version);
    return Math.round(await visits.longestGap());
  };
  try {
    await visits.longestGap();
    const upgrade = await swap("100.0.0", "100.0.0");
    expect((await health()).schema.migration).toBe("29990101000000_next");
    const rollback = await swap("this", version);
    console.log(`longest gap between answers: ${upgrade} ms at the upgrade, ${rollback} ms at the way back`);
    expect(service.logs()).toContain("the database belongs to a newer version and is left unchanged");
    expect((await health()).schema.migration).toBe("29990101000000_next");

    // A version that does not load or does not start does not replace the running one.
    pointTo(at("current"), "broken");
    cpSync(at("100.0.0"), at("broken"), { recursive: true, verbatimSymlinks: true });
    writeFileSync(at("broken/.build/server.js"), "process.exit(3);");
    service.succeed();
    await eventually(() => expect(failedTakeOvers()).toBe(1));
    expect((await health()).version).toBe(version);
    cpSync(at("100.0.0/.build/server.js"), at("broken/.build/server.js"));
    rmSync(at("broken/prisma/migrations"), { recursive: true });
    service.succeed();
    await eventually(() => expect(failedTakeOvers()).toBe(2), 60_000);
    await untilReady(version);
  } finally {
    expect(await visits.stop()).toEqual([]);
    expect(await service.stop()).toBe(0);
  }
  expect((await command("this", "--version")).stdout).toContain(`signpost ${version}`);
});

test("says in a sentence why it does not run on another platform, or without a file that it needs", async () => {
  const file = at("100.0.0/.build/release.json");
  const release = readFileSync(file, "utf8");
  writeFileSync(file, release.replace(/"platform":"[^"]+"/, '"platform":"plan9-x64"'));
  await expect(command("100.0.0")).rejects.toMatchObject({
    code: 1,
    stderr: `This package is for plan9-x64; this machine is ${process.platform}-${process.arch}.\n`,
  });
  writeFileSync(file, release);
  const manifest = at("100.0.0/package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/">=[^"]+"/, '">=90.1 <91"'));
  await expect(command("100.0.0")).rejects.toMatchObject({
    code: 1,
    stderr: `Signpost needs Node 90.1 or newer, below 91; this is ${process.version}.\n`,
  });
  rmSync(at("100.0.0"), { recursive: true });
  await expect(makePackage(at("this"))).rejects.toMatchObject({ stderr: `${at("this")} already exists.\n` });
});
