import { expect, inject, it } from "vitest";
import { linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { hostVisit, visit } from "../support/visit";

const server = inject("server");
const german = { "accept-language": "de-DE,de;q=0.9,en;q=0.8" };
const english = { "accept-language": "en-US,en;q=0.9" };

/** The language that a page declares, and its headings. */
const said = ({ body }: { body: string }) => [/<html lang="(\w+)">/.exec(body)?.[1], /<h1>(.*?)<\/h1>/.exec(body)?.[1]];

it("visitors read the service's texts in their language, again and again", async () => {
  const missing = `${server.url}/nowhere-${process.pid}`;
  for (let times = 0; times < 2; times++) {
    const there = await visit(missing, { headers: german });
    expect(said(there)).toEqual(["de", "Link nicht gefunden"]);
    expect(there.headers.get("vary")).toContain("Accept-Language");
    expect(there.headers.get("cache-control")).toBe("no-store");
    expect(said(await visit(missing, { headers: english }))).toEqual(["en", "Link not found"]);
    const chosen = { ...german, cookie: "language=en" };
    expect(said(await visit(missing, { headers: chosen }))).toEqual(["en", "Link not found"]);
  }
});

it("a link's password page, error and page about the link are in either language", async () => {
  const owner = await linkOwner(server);
  const { shorturl } = await owner.create({ password: "quiet river stone" });
  const body = new URLSearchParams({ password: "wrong" });
  const refused = async (headers: Record<string, string>) => {
    const answer = await visit(shorturl, { method: "POST", headers, body });
    return [answer.status, ...said(answer), /role="alert"[^>]*>(.*?)</.exec(answer.body)?.[1]];
  };
  expect(await refused(german)).toEqual([
    ...[403, "de", "Dieser Link ist passwortgeschützt", "Falsches Passwort. Bitte versuche es noch einmal."],
  ]);
  expect(await refused(english)).toEqual([
    ...[403, "en", "This link is password-protected", "Wrong password. Please try again."],
  ]);
  const about = await visit(`${shorturl}+`, { headers: german });
  expect([...said(about), about.body.includes("Durch ein Passwort geschützt")]).toEqual([
    ...["de", "Über diesen Link", true],
  ]);
  const report = await visit(`${shorturl}+`, { method: "POST", headers: german, body: new URLSearchParams() });
  expect([report.status, report.body.includes('role="alert"'), said(report)[0]]).toEqual([400, true, "de"]);
  expect(report.body).not.toContain("Please");
});

it("an owner's texts stay unchanged, next to the service's", async () => {
  const owner = await linkOwner(server);
  const host = `words-${process.pid}-${Date.now()}.example.com`;
  const theme = { missing: { title: "Nothing to see", message: "Ask us." } };
  await ok(owner.client.post("/api/domain/add", { domain: host, theme }));
  const there = (headers: Record<string, string>) => hostVisit(server.url, host, "/nowhere", headers);
  expect(said(await there(german))).toEqual(["de", "Nothing to see"]);
  expect(said(await there(english))).toEqual(["en", "Nothing to see"]);
  const content = { title: "Before you go", message: "Read this." };
  const splash = await ok(owner.client.post<{ id: number }>("/api/splash/add", { name: "Splash", content }));
  const { shorturl } = await owner.create({ type: `splash-${splash.id}` });
  const page = await visit(shorturl, { headers: german });
  expect(said(page)).toEqual(["de", "Before you go"]);
  expect([page.body.includes(">Weiter</a>"), page.body.includes("Read this.")]).toEqual([true, true]);
});
