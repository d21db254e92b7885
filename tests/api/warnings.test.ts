import { beforeAll, describe, expect, inject, it } from "vitest";
import { callAction, serverActions } from "../support/actions";
import { type LinkOwner, linkOwner } from "../support/links";
import { sessionCookie } from "../support/session";

interface Warned {
  error: number;
  id: number;
  warnings?: { field: string; code: string; message: string }[];
}

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const url = "https://example.com/";
const [past, future] = ["2020-11-11 12:00:00", "2037-11-11 12:00:00"];
const message = "This time is in the past, so the link has already expired.";
const warnings = [{ field: "expiry", code: "expiry_past", message }];

describe("an expiration in the past is stored with a warning", () => {
  it("when a link is created, and not if it is in the future", async () => {
    const { status, body } = await owner.client.post<Warned>("/api/url/add", { url, expiry: past });
    expect([status, body]).toMatchObject([200, { error: 0, warnings }]);
    expect((await owner.show(body.id)).details.expiry).toBe(past);
    expect((await owner.client.post<Warned>("/api/url/add", { url, expiry: future })).body).not.toHaveProperty(
      "warnings",
    );
    expect((await owner.client.post<Warned>("/api/url/add", { url })).body).not.toHaveProperty("warnings");
  });

  it("when a link is changed, but not when something else of it is", async () => {
    const { id } = await owner.create();
    const change = async (body: object) => (await owner.client.put<Warned>(`/api/url/${id}/update`, body)).body;
    expect((await change({ expiry: past })).warnings).toEqual(warnings);
    expect(await change({ description: "Old" })).not.toHaveProperty("warnings");
    expect(await change({ expiry: null })).not.toHaveProperty("warnings");
  });

  it("in the results of a bulk, beside the link that it is about", async () => {
    await owner.create({ externalid: "known" });
    const links = [
      { url, expiry: past },
      { url, expiry: future },
      { url, externalid: "known", expiry: past },
      { url: "nope", expiry: past },
    ];
    const { body } = await owner.client.post<{ results: object[] }>("/api/urls/add", { links, upsert: "externalid" });
    expect(body).not.toHaveProperty("warnings");
    expect(body.results).toEqual([
      { status: "created", id: expect.any(Number), shorturl: expect.any(String), warnings },
      { status: "created", id: expect.any(Number), shorturl: expect.any(String) },
      { status: "exists", id: expect.any(Number), shorturl: expect.any(String), warnings },
      expect.objectContaining({ status: "error" }),
    ]);
    expect(body.results[3]).not.toHaveProperty("warnings");
  });

  it("when an API key is created", async () => {
    const { body } = await owner.client.post<Warned>("/api/key/add", { name: "Old", expires: past });
    expect(body.warnings).toMatchObject([{ field: "expires", code: "key_end_past" }]);
  });

  it("on the pages, in their language", async () => {
    const action = serverActions().find(({ name }) => name.startsWith("createLinkAction of app/dashboard/links/"));
    const cookie = await sessionCookie(server, owner.user.id);
    const german = { cookie, "accept-language": "de" };
    const send = async (expiry: string) =>
      (await callAction(server, action as NonNullable<typeof action>, JSON.stringify([{ url, expiry }]), german))
        .result;
    expect(await send(past)).toMatchObject({
      ok: true,
      warnings: ["Dieser Zeitpunkt ist vergangen, der Link ist also schon abgelaufen."],
    });
    expect(await send(future)).not.toHaveProperty("warnings");
  });
});
