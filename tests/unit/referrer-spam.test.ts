import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReferrer } from "@/lib/clicks/classify/enrich";
import { fetchSpamHosts } from "@/lib/clicks/classify/fetch-spam-hosts";
import { isReferrerSpam } from "@/lib/clicks/classify/judge";
import { openSpamHosts } from "@/lib/clicks/classify/spam-hosts";
import { env } from "@/lib/platform/env";

const folder = mkdtempSync(join(tmpdir(), "signpost-spam-"));
const list = join(folder, "list");
afterAll(() => rmSync(folder, { recursive: true }));

const isSpam = (address: string) => isReferrerSpam(readReferrer(address));

describe("listed hosts", () => {
  beforeAll(async () => {
    writeFileSync(
      list,
      "# of a test\nQIWI.example\nwww.listed.example\nsomeone.blogspot.com\nbücher.example\nkharkov.ua\nadf.ly\n",
    );
    await openSpamHosts(list);
  });

  it.each([
    "https://qiwi.example/",
    "http://WWW.Listed.Example:8080/path?query",
    "https://listed.example./",
    "https://deep.below.listed.example/",
    "https://someone.blogspot.com/",
    "https://xn--bcher-kva.example/",
    "https://bücher.example/",
    "https://kharkov.ua/",
    // Hosts of the included list are still known.
    "https://darodar.com/",
    `https://${"a.".repeat(110)}listed.example/`,
  ])("%s is spam", (address) => expect(isSpam(address)).toBe(true));

  it.each([
    "https://example/",
    "https://notlisted.example/",
    "https://listed.example.org/",
    "https://blogspot.com/",
    "https://another.blogspot.com/",
    "https://someone.blogspot.com.example/",
    // Names below a public suffix belong to other people.
    "https://school.kharkov.ua/",
    // A shortener, through which people come.
    "https://adf.ly/abc",
    "https://example.com/?listed.example",
    "android-app://com.google.android.gm/",
    "",
    "listed.example",
  ])("%s is not", (address) => expect(isSpam(address)).toBe(false));

  it("looks up each part of a host once, however many there are", () => {
    const host = `${"a.".repeat(120)}example.org`;
    const before = process.cpuUsage();
    for (let time = 0; time < 1_000; time++) isReferrerSpam(host);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });

  it("are read again when the file changes, and kept if it cannot be read", async () => {
    writeFileSync(list, "later.example\n");
    utimesSync(list, 1, 1);
    await openSpamHosts(list);
    expect([isSpam("https://listed.example/"), isSpam("https://later.example/")]).toEqual([false, true]);
    rmSync(list);
    await expect(openSpamHosts(list)).rejects.toThrow("ENOENT");
    expect(isSpam("https://later.example/")).toBe(true);
    writeFileSync(list, "x".repeat(16 * 2 ** 20 + 1));
    await expect(openSpamHosts(list)).rejects.toThrow("16777216 bytes");
  });
});

describe("a downloaded list", () => {
  const answers: Record<string, string> = {
    "/list": Array.from({ length: 120 }, (_, place) => `host${place}.example`).join("\n"),
    "/page": `<!doctype html><script>\n${Array.from({ length: 120 }, (_, place) => `f${place}();`).join("\n")}`,
  };
  const server = createServer(({ url = "" }, response) => {
    const answer = answers[url];
    response.writeHead(answer ? 200 : 404).end(answer);
  });
  const file = join(folder, "fetched");
  const fetched = (path: string) =>
    fetchSpamHosts(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, file);

  beforeAll(async () => {
    env.ALLOW_PRIVATE_FETCH = "1";
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  });
  afterAll(async () => {
    env.ALLOW_PRIVATE_FETCH = undefined;
    await new Promise((closed) => server.close(closed));
  });

  it("is stored completely", async () => {
    await fetched("/list");
    await openSpamHosts(file);
    expect([isSpam("https://host0.example/"), isSpam("https://sub.host119.example/")]).toEqual([true, true]);
  });

  it("does not change if the response is not a list", async () => {
    const { mtimeMs } = statSync(file);
    await expect(fetched("/page")).rejects.toThrow("lists only");
    await expect(fetched("/missing")).rejects.toThrow();
    expect([statSync(file).mtimeMs, readFileSync(file, "utf8").split("\n").length]).toEqual([mtimeMs, 120]);
    expect(existsSync(`${file}.${process.pid}`)).toBe(false);
  });

  it("is not downloaded from internal addresses", async () => {
    env.ALLOW_PRIVATE_FETCH = undefined;
    await expect(fetched("/list")).rejects.toThrow();
    env.ALLOW_PRIVATE_FETCH = "1";
  });
});
