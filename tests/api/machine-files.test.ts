import { beforeAll, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { hostVisit, visit } from "../support/visit";

const server = inject("server");
const host = `machines-${process.pid}.example.com`;
const logo = "https://pictures.example/logo.png";
let owner: LinkOwner;
let domainId: number;

beforeAll(async () => {
  owner = await linkOwner(server);
  const sent = { domain: `http://${host}`, redirect404: "https://elsewhere.example/" };
  domainId = (await ok(owner.client.post<{ id: number }>("/api/domain/add", sent))).id;
});

const answer = async (path: string, at = host) => {
  const { status, location } = await hostVisit(server.url, at, path);
  return [path, status, location];
};

it.each([
  ...[
    "/favicon.ico",
    "/robots.txt",
    "/.well-known/security.txt",
    "/.well-known/apple-app-site-association",
    "/ads.txt",
  ],
  ...[
    "/apple-touch-icon.png",
    "/apple-touch-icon-120x120-precomposed.png",
    "/apple-app-site-association",
    "/sitemap.xml",
  ],
  ...["/app-ads.txt", "/humans.txt", "/security.txt", "/FAVICON.ICO?v=1", "/.well-known/change-password"],
])("%s is not redirected to redirect404", async (path) => {
  expect(await answer(path)).toEqual([path, 404, undefined]);
});

it("redirects everything else that is missing", async () => {
  for (const path of ["/spring", "/spring.html", "/v1.2", "/a/robots.txt"])
    expect(await answer(path)).toEqual([path, 302, "https://elsewhere.example/"]);
});

it("has the icon of the domain's brand", async () => {
  await ok(owner.client.put(`/api/domain/${domainId}/update`, { theme: { logo } }));
  for (const path of ["/favicon.ico", "/apple-touch-icon.png"]) expect(await answer(path)).toEqual([path, 302, logo]);
  const { alias } = (await owner.show((await owner.create({ domain: host, password: "secret" })).id)).details;
  expect((await hostVisit(server.url, host, `/${alias}`)).body).toContain(`<link rel="icon" href="${logo}"`);
  // The service's own host has other files.
  expect((await visit(`${server.url}/favicon.ico`)).status).toBe(200);
});

it("is served at its www., too, which counts visits and cannot be a destination", async () => {
  const { id } = await owner.create({ domain: host, custom: "at-www", url: "https://example.com/" });
  expect(await answer("/at-www", `www.${host}`)).toEqual(["/at-www", 302, "https://example.com/"]);
  expect(await answer("/none", `www.${host}`)).toEqual(["/none", 302, "https://elsewhere.example/"]);
  const { status } = await owner.client.put(`/api/url/${id}/update`, { url: `http://www.${host}/other` });
  expect(status).toBe(400);
});
