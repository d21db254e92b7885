import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import type { Failure } from "../support/links";
import { newUser } from "../support/users";
import { hostVisit } from "../support/visit";

const server = inject("server");
let names = 0;
const fingerprint = Array.from({ length: 32 }, (_, index) => (0xa0 + index).toString(16).toUpperCase()).join(":");
const apple = ["ABCDE12345.com.example.shop", "ABCDE12345.com.example.other-app"];
const android = [{ package: "com.example.shop", fingerprints: [fingerprint] }];
const appleFile = "/.well-known/apple-app-site-association";
const androidFile = "/.well-known/assetlinks.json";

/** Adds a domain with these apps for a new user, because few plans have many domains. */
async function add(applinks: unknown) {
  const { get, post, put } = api(server, (await newUser(server)).key);
  const host = `apps${++names}-${process.pid}.example.com`;
  const { status, body } = await post<Failure & { id: number }>("/api/domain/add", {
    domain: `https://${host}`,
    applinks,
  });
  return {
    ...{ host, status, body },
    update: (sent: object) => put<Failure>(`/api/domain/${body.id}/update`, sent),
    shown: async () => (await get<{ data: { applinks: unknown } }>(`/api/domain/${body.id}`)).body.data.applinks,
  };
}

const ask = (host: string, path: string) => hostVisit(server.url, host, path);

describe("the apps of a domain", () => {
  it("are published for Apple and Google only on that domain", async () => {
    const { host, shown } = await add({ apple, android });
    expect(await shown()).toEqual({ apple, android });
    const file = await ask(host, appleFile);
    expect(file.status).toBe(200);
    expect(JSON.parse(file.body)).toEqual({
      applinks: {
        details: [
          { appIDs: apple, components: [{ "/": "*+", exclude: true }, { "/": "/*/*", exclude: true }, { "/": "/?*" }] },
        ],
      },
    });
    const links = await ask(host, androidFile);
    expect(JSON.parse(links.body)).toEqual([
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: { namespace: "android_app", package_name: "com.example.shop", sha256_cert_fingerprints: [fingerprint] },
      },
    ]);
    const { host: without } = await add(null);
    for (const elsewhere of [without, new URL(server.url).host]) {
      for (const path of [appleFile, androidFile]) {
        expect([elsewhere, path, (await ask(elsewhere, path)).status]).toEqual([elsewhere, path, 404]);
      }
    }
    expect((await ask(host, "/.well-known/other")).status).toBe(404);
    expect((await ask(host, `${appleFile}.json`)).status).toBe(404);
  });

  it("are JSON, without a redirect, and are cached for a short time", async () => {
    const { host } = await add({ apple });
    const { headers } = await new Promise<{ headers: Record<string, unknown> }>((resolve, reject) =>
      import("node:http").then(({ get }) =>
        get(new URL(appleFile, server.url), { headers: { host } }, (response) => {
          response.resume();
          resolve({ headers: response.headers });
        }).on("error", reject),
      ),
    );
    expect(headers).toMatchObject({ "content-type": "application/json", "cache-control": "public, max-age=300" });
    expect((await ask(host, androidFile)).status).toBe(404);
  });

  it("are served even if the domain redirects nothing: a page for unknown links still answers 404", async () => {
    const { host, update } = await add(null);
    await update({ redirect404: "https://example.com/lost" });
    await expect.poll(async () => (await ask(host, "/nowhere")).location).toBe("https://example.com/lost");
    expect(await ask(host, appleFile)).toMatchObject({ status: 404, location: undefined });
  });

  it("are replaced by new values, kept if not sent, and removed with null", async () => {
    const { host, update, shown } = await add({ apple, android });
    expect((await update({ redirectroot: "https://example.com/" })).status).toBe(200);
    expect(await shown()).toEqual({ apple, android });
    expect((await update({ applinks: { apple: apple.slice(0, 1) } })).status).toBe(200);
    expect(await shown()).toEqual({ apple: apple.slice(0, 1), android: [] });
    await expect.poll(async () => (await ask(host, androidFile)).status).toBe(404);
    expect((await update({ applinks: null })).status).toBe(200);
    expect(await shown()).toBeNull();
    await expect.poll(async () => (await ask(host, appleFile)).status).toBe(404);
  });

  it("accept fingerprints in lower case, and store them in upper case", async () => {
    const { shown } = await add({
      android: [{ package: "com.example.shop", fingerprints: [fingerprint.toLowerCase()] }],
    });
    expect(await shown()).toEqual({ apple: [], android });
  });

  it.each<[field: string, code: string | null, applinks: unknown]>([
    ["applinks", null, "ABCDE12345.com.example.shop"],
    ["applinks.apple", null, "ABCDE12345.com.example.shop"],
    ["applinks.apple.0", "app_id_invalid", { apple: ["com.example.shop"] }],
    ["applinks.apple.0", "app_id_invalid", { apple: ["ABCDE1234.com.example.shop"] }],
    ["applinks.apple.1", "app_id_invalid", { apple: [apple[0], "abcde12345.com.example.shop"] }],
    ["applinks.apple.0", "app_id_invalid", { apple: ["ABCDE12345.com..shop"] }],
    ["applinks.apple.0", "app_id_invalid", { apple: ['ABCDE12345.com.example"shop'] }],
    ["applinks.apple.0", "app_id_invalid", { apple: ["ABCDE12345.*"] }],
    ["applinks.apple", null, { apple: Array.from({ length: 21 }, (_, index) => `ABCDE12345.com.example.a${index}`) }],
    ["applinks.android.0.package", "package_invalid", { android: [{ ...android[0], package: "shop" }] }],
    ["applinks.android.0.package", "package_invalid", { android: [{ ...android[0], package: "com.1shop" }] }],
    ["applinks.android.0.package", "package_invalid", { android: [{ ...android[0], package: "com.example.shop;x" }] }],
    ["applinks.android.0.fingerprints", null, { android: [{ package: "com.example.shop", fingerprints: [] }] }],
    ["applinks.android.0.fingerprints", null, { android: [{ package: "com.example.shop" }] }],
    ...[
      fingerprint.slice(3),
      `${fingerprint}:AA`,
      fingerprint.replaceAll(":", ""),
      fingerprint.replace("A0", "G0"),
    ].map((wrong): [string, string, unknown] => [
      "applinks.android.0.fingerprints.0",
      "fingerprint_invalid",
      { android: [{ package: "com.example.shop", fingerprints: [wrong] }] },
    ]),
  ])("are rejected at %s (%s)", async (field, code, applinks) => {
    const sent = field === "applinks.apple" && typeof applinks === "string" ? { apple: applinks } : applinks;
    const { status, body, host } = await add(sent);
    expect([status, body.errors?.[0]?.path]).toEqual([400, field]);
    if (code) expect(body.errors?.[0]?.code).toBe(code);
    expect((await ask(host, appleFile)).status).toBe(404);
  });

  it("are rejected above 16 KiB", async () => {
    const fingerprints = Array.from({ length: 20 }, () => fingerprint);
    const many = Array.from({ length: 20 }, (_, index) => ({ package: `com.example.a${index}`, fingerprints }));
    const { status, body } = await add({ android: many });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: "applinks", code: "json_too_large", message: "This can be at most 16 KiB." }],
    ]);
  });
});
