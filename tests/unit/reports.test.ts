import { describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";

await startDatabase();
const { answerLink } = await import("@/lib/visits/links/answer");
const { disableLink, dismissReports, enableLink, fileReport, listDisabled, listReported } = await import(
  "@/lib/resources/reports/service"
);
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { db } = await import("@/lib/platform/database/db");

async function actor(username: string, admin: boolean) {
  const input = { username, email: `${username}@example.com`, password: "quiet river stone", admin };
  const found = await findActorByKey((await createUser(input)).apiKey);
  if (!found) throw new Error("the key is not known");
  return found;
}
const admin = await actor("root-of-all", true);
const ada = await actor("ada", false);

let count = 0;
const newLink = () => createLink(ada, createLinkBody.parse({ url: "https://example.com/", custom: `link-${++count}` }));

const visited = async (alias: string, address: string, form?: Record<string, string>) => {
  const answer = await answerLink({
    method: form ? "POST" : "GET",
    url: `/${alias}${form ? "+" : ""}`,
    headers: { host: "localhost:3000", "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" },
    address,
    usesHttps: true,
    signal: new AbortController().signal,
    form: async () => new URLSearchParams(form),
  });
  return { status: answer?.status, body: String(answer?.body) };
};

const page = { page: 1, limit: 100 };
const queue = async () => (await listReported(admin, page)).rows.map(({ id }) => id);
const disabled = async () => (await listDisabled(admin, page)).rows.map(({ id }) => id);
const report = (id: number) => fileReport(id, { reason: "spam", message: "" });

it("accepts five reports an hour from an address, keeps the sixth's text, and accepts others'", async () => {
  const { id, alias } = await newLink();
  const send = (address: string) => visited(alias, address, { reason: "phishing", message: "It is <not> us." });
  for (let n = 0; n < 5; n++) expect((await send("192.0.2.1")).status).toBe(200);
  const refused = await send("192.0.2.1");
  expect([refused.status, refused.body.includes("Please try again later.")]).toEqual([429, true]);
  expect(refused.body).toContain('value="phishing" required checked');
  expect(refused.body).toContain("It is &lt;not&gt; us.</textarea>");
  expect((await send("192.0.2.2")).status).toBe(200);
  expect(await db.report.count({ where: { linkId: id } })).toBe(6);
});

describe("a reported link", () => {
  it("that is disabled says why until it is enabled, and leaves the queue", async () => {
    const { id, alias } = await newLink();
    await report(id);
    await report(id);
    expect((await visited(alias, "192.0.2.3")).status).toBe(302);
    expect(await queue()).toContain(id);
    await disableLink(admin, id, "It asks for passwords.");
    const shown = await visited(alias, "192.0.2.3");
    expect([shown.status, shown.body.includes("It asks for passwords.")]).toEqual([410, true]);
    expect([await queue(), await disabled()]).toEqual([expect.not.arrayContaining([id]), [id]]);
    await disableLink(admin, id, "It still does.");
    expect((await visited(alias, "192.0.2.3")).body).toContain("It still does.");
    await enableLink(admin, id);
    expect((await visited(alias, "192.0.2.3")).status).toBe(302);
    expect([await queue(), await disabled()]).toEqual([expect.not.arrayContaining([id]), []]);
    expect(await db.report.findMany({ where: { linkId: id }, select: { verdict: true } })).toEqual(
      Array.from({ length: 2 }, () => ({ verdict: "disabled" })),
    );
  });

  it("that was dismissed keeps redirecting, and returns with the next report", async () => {
    const { id, alias } = await newLink();
    await report(id);
    await dismissReports(admin, id);
    expect(await queue()).not.toContain(id);
    expect((await visited(alias, "192.0.2.3")).status).toBe(302);
    await report(id);
    const [again] = (await listReported(admin, page)).rows.filter((row) => row.id === id);
    expect(again?.reports).toHaveLength(1);
  });

  it("is enabled once, and a missing one is neither enabled nor disabled", async () => {
    const { id } = await newLink();
    for (const decide of [
      () => enableLink(admin, id),
      () => enableLink(admin, 2_147_483_647),
      () => disableLink(admin, 2_147_483_647, "A reason"),
    ]) {
      await expect(decide()).rejects.toMatchObject({ kind: "not_found" });
    }
  });

  it("is decided on, and listed, only for administrators", async () => {
    const { id } = await newLink();
    await report(id);
    for (const attempt of [
      () => listReported(ada, page),
      () => listDisabled(ada, page),
      () => disableLink(ada, id, "Mine"),
      () => dismissReports(ada, id),
      () => enableLink(ada, id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: "forbidden" });
    }
    expect([await queue(), await disabled()]).toEqual([expect.arrayContaining([id]), []]);
  });
});
