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

describe("colors that are hard to read together are stored with a warning", () => {
  const hard = (field: string, ratio: string) => ({
    field,
    code: "contrast_low",
    message: `The contrast of these colors is only ${ratio} : 1, so they are hard to read together. Use at least 4.5 : 1.`,
  });
  let made = 0;
  const newPage = async (theme: object) => {
    const body = { name: "Ada", slug: `faint-${owner.user.id}-${++made}`, theme };
    return (await owner.client.post<Warned>("/api/bio/add", body)).body;
  };

  it.each<[object, object[] | undefined]>([
    [{ background: "#FFFFFF", text: "#E5E5E5" }, [hard("theme.text", "1.3")]],
    [{ button: "#000000", buttontext: "#111111" }, [hard("theme.buttontext", "1.1")]],
    [
      { background: "#FFFFFF", text: "#EEEEEE", button: "#FFFF00", buttontext: "#FFFFFF" },
      [hard("theme.text", "1.2"), hard("theme.buttontext", "1.1")],
    ],
    // The text is readable at the top of the gradient only.
    [{ background: "#000000", backgroundto: "#FFFFFF", text: "#FFFFFF" }, [hard("theme.text", "1.0")]],
    // A picture covers the gradient.
    [
      { background: "#000000", backgroundto: "#FFFFFF", text: "#FFFFFF", picture: "https://example.com/a.png" },
      undefined,
    ],
    [{ background: "#FFFFFF", text: "#000000" }, undefined],
    // The missing color of a pair is chosen to be readable.
    [{ text: "#777777", buttontext: "#777777" }, undefined],
    [{}, undefined],
  ])("of a bio page with %o", async (theme, expected) => {
    const page = await newPage(theme);
    expect([page.error, page.warnings]).toEqual([0, expected]);
    const change = await owner.client.put<Warned>(`/api/bio/${page.id}/update`, { theme });
    expect([change.status, change.body.warnings]).toEqual([200, expected]);
    const other = await owner.client.put<Warned>(`/api/bio/${page.id}/update`, { description: "Hello" });
    expect(other.body).not.toHaveProperty("warnings");
  });

  it("of an overlay", async () => {
    const colors = { background: "#FFFFFF", text: "#E5E5E5" };
    const body = { type: "message", name: "Sale", content: { text: "Half price", colors } };
    const { body: made } = await owner.client.post<Warned>("/api/overlay/add", body);
    expect(made.warnings).toEqual([hard("content.colors.text", "1.3")]);
    const { body: changed } = await owner.client.put<Warned>(`/api/overlay/${made.id}/update`, {
      content: { text: "Half price", colors: { ...colors, text: "#000000" } },
    });
    expect(changed).not.toHaveProperty("warnings");
  });
});

describe("a rule that never applies is stored with a warning", () => {
  const there = (name: string) => `https://${name}.example/`;
  const rules = [
    { when: { language: ["pt"] }, to: there("portuguese") },
    { when: { language: ["pt-BR"], country: ["BR"] }, to: there("brazil") },
    { when: { country: ["FR"], until: past }, to: there("over") },
  ];
  const never = "Rule 2 never applies, because earlier rules match all of its visitors. Move it up, or remove it.";
  const warned = [
    { field: "rules.1", code: "rule_never_applies", message: never },
    { field: "rules.2", code: "rule_over", message: "Rule 3 no longer applies, because its period is over." },
  ];

  it("when a link is created, changed or sent in a bulk", async () => {
    const { status, body } = await owner.client.post<Warned>("/api/url/add", { url, rules });
    expect([status, body.warnings]).toEqual([200, warned]);
    expect((await owner.show(body.id)).details).toMatchObject({ rules });
    const change = async (sent: object) => (await owner.client.put<Warned>(`/api/url/${body.id}/update`, sent)).body;
    expect(await change({ description: "Old" })).not.toHaveProperty("warnings");
    expect((await change({ rules: rules.toReversed() })).warnings).toMatchObject([
      { field: "rules.0", code: "rule_over" },
    ]);
    const many = await owner.client.post<{ results: object[] }>("/api/urls/add", { links: [{ url, rules }, { url }] });
    expect(many.body.results[0]).toMatchObject({ warnings: warned });
    expect(many.body.results[1]).not.toHaveProperty("warnings");
  });

  it("in the field of its kind, after the rules of the others", async () => {
    const sent = { rules: rules.slice(0, 1), languagetarget: [{ language: "pt", link: there("again") }] };
    const { body } = await owner.client.post<Warned>("/api/url/add", { url, ...sent });
    expect(body.warnings).toEqual([{ field: "languagetarget.0", code: "rule_never_applies", message: never }]);
    const lookUp = ["pt", "pt-BR"].map((language) => ({ language, link: there(language.toLowerCase()) }));
    const { body: looked } = await owner.client.post<Warned>("/api/url/add", { url, languagetarget: lookUp });
    expect(looked).not.toHaveProperty("warnings");
  });
});
