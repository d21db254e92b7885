import { expect, inject, it, onTestFinished } from "vitest";
import { linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";

const server = inject("server");

it("what others own stays while an account is being erased, and what it owned is gone", async () => {
  const [leaving, owner] = [await linkOwner(server), await linkOwner(server)];
  const bystander = await newUser(server);
  const make = async ({ client, create }: typeof owner) => {
    const code = await ok(client.post<{ link: string }>("/api/qr/add", { type: "text", data: "Hello" }));
    const slug = `erasing-${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const bio = await ok(client.post<{ link: string }>("/api/bio/add", { slug, name: "Ada" }));
    return [`${code.link}.svg`, code.link.replace("/qr/", "/q/"), bio.link, (await create()).shorturl];
  };
  const theirs = await make(leaving);
  const ours = await make(owner);
  const statusOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await visit(url)).status));

  await sql(server, "INSERT INTO account_deletions (user_id, username, links) VALUES ($1, 'x', 2), ($2, 'y', 0)", [
    leaving.user.id,
    bystander.id,
  ]);
  onTestFinished(async () => {
    await sql(server, "DELETE FROM account_deletions WHERE user_id IN ($1, $2)", [leaving.user.id, bystander.id]);
  });
  expect(await statusOf(theirs)).toEqual([404, 404, 404, 404]);
  expect(await statusOf(ours)).toEqual([200, 200, 200, 302]);
});
