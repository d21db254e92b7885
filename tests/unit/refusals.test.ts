import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { refusals } from "@/generated/refusals";
import { AppError, errorOf, refusedField } from "@/lib/contract/errors";
import { locales } from "@/lib/contract/locales";
import { parse } from "@/lib/contract/parse";
import { type Refusal, readRefusal, refusal, writeRefusal } from "@/lib/contract/refusal";
import { kindOf, type RefusalCode } from "@/lib/contract/refusal-kinds";
import { refusalIn, storedRefusalIn } from "@/lib/contract/refusals";
import { z } from "@/lib/contract/zod";
import { FetchError } from "@/lib/platform/network/guarded-fetch";

const codes = Object.keys(refusals.en) as RefusalCode[];

/** All source files in `folders` with refusals. */
const sourcesOf = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith("refusal-kinds.ts"))
      .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), "utf8") })),
  );

describe("the catalogue of refusals", () => {
  it("has each code in every language, and what kind it is", () => {
    for (const locale of locales) expect(Object.keys(refusals[locale])).toEqual(codes);
    expect(Object.keys(kindOf)).toEqual(codes);
    expect(codes).toEqual([...codes].sort());
    expect(codes.filter((code) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(code))).toEqual([]);
  });

  it("contains no unused code", () => {
    const said = sourcesOf("app", "lib", "server")
      .map(({ text }) => text)
      .join("\n");
    expect(codes.filter((code) => !said.includes(`"${code}"`))).toEqual([]);
  });

  it("are the source of sentences in schemas", () => {
    // Messages of the environment's schema are for the operator.
    const refused =
      /(?:\.(?:min|max|length|regex|refine|email|int)\((?:[^"`]|"[^"]*")*?,\s*|\.string\(|error:[^,\n]*|addIssue\([^)]*|path:[^\n]*message:\s*)(["`])([A-Z](?:(?!\1).)+\.)\1/g;
    const found = sourcesOf("lib")
      .filter(({ path }) => path !== "lib/platform/env.ts" && !path.startsWith("lib/http/openapi/"))
      .flatMap(({ path, text }) => [...text.matchAll(refused)].map(([, , sentence]) => `${path}: ${sentence}`));
    expect(found).toEqual([]);
  });
});

describe("an error", () => {
  it.each<[Refusal, string, string]>([
    [refusal("domain_taken"), "That domain is taken.", "Diese Domain ist vergeben."],
    [
      refusal("too_long", { count: 64 }),
      "This must have at most 64 characters.",
      "Das darf höchstens 64 Zeichen haben.",
    ],
    [
      refusal("too_long", { count: 8192 }),
      "This must have at most 8192 characters.",
      "Das darf höchstens 8192 Zeichen haben.",
    ],
    [
      refusal("body_too_many_values", { count: 5000 }),
      "The body has more than 5,000 values.",
      "Der Body hat mehr als 5.000 Werte.",
    ],
    [refusal("too_low", { count: 1 }), "This must be at least 1.", "Das muss mindestens 1 sein."],
    [refusal("not_one_of", { choices: "a, b" }), "This must be one of: a, b.", "Das muss eines davon sein: a, b."],
    [refusal("not_found", { what: "QR code" }), "This QR code does not exist.", "Das gibt es nicht oder nicht mehr."],
    [
      refusal("sms_number_invalid", { number: "$& {to} <b>" }),
      "The number $& {to} <b> is not a valid phone number.",
      "Die Nummer $& {to} <b> ist keine gültige Telefonnummer.",
    ],
    [
      refusal("sms_not_sent", { reason: refusal("sms_number_invalid", { number: "+1" }) }),
      "The message could not be sent. The number +1 is not a valid phone number.",
      "Die Nachricht ließ sich nicht senden. Die Nummer +1 ist keine gültige Telefonnummer.",
    ],
    [
      refusal("plan_lacks_feature", { feature: "bundle", plan: "Free" }),
      "Campaigns are not part of the Free plan.",
      "Kampagnen sind im Tarif Free nicht enthalten.",
    ],
    [
      refusal("plan_limit_reached", { plan: "Free", limit: 1, noun: "link" }),
      "Your plan, Free, allows 1 link. You have reached that limit.",
      "Dein Tarif Free erlaubt 1 Link. Diese Grenze hast du erreicht.",
    ],
    [
      refusal("plan_limit_reached", { plan: "Pro", limit: 2000, noun: "splash page" }),
      "Your plan, Pro, allows 2000 splash pages. You have reached that limit.",
      "Dein Tarif Pro erlaubt 2000 Zwischenseiten. Diese Grenze hast du erreicht.",
    ],
    [
      refusal("dns_leads_elsewhere", {
        host: "go.example",
        found: "198.51.100.7",
        expected: refusal("dns_needs_cname_or_address", {
          own: "sign.example",
          count: 2,
          addresses: "203.0.113.5, ::1",
        }),
      }),
      "go.example points to 198.51.100.7. It must be a CNAME to sign.example, or have the addresses 203.0.113.5, ::1.",
      "go.example zeigt auf 198.51.100.7. Nötig ist ein CNAME auf sign.example oder die Adressen 203.0.113.5, ::1.",
    ],
    [
      refusal("dns_no_address", {
        host: "go.example",
        expected: refusal("dns_needs_address", { count: 1, addresses: "203.0.113.5" }),
      }),
      "go.example has no address in DNS. It must have the address 203.0.113.5.",
      "go.example hat keine Adresse im DNS. Nötig ist die Adresse 203.0.113.5.",
    ],
    [
      refusal("domain_has_links", { links: 3 }),
      "This domain still has 3 links. Move or delete them first.",
      "Diese Domain hat noch 3 Links. Verschiebe oder lösche sie zuerst.",
    ],
    [
      refusal("link_type_unknown"),
      "This must be direct, frame, splash, splash-<id> or overlay-<id>.",
      "Das muss direct, frame, splash, splash-<id> oder overlay-<id> sein.",
    ],
    [
      refusal("too_many_attempts", { what: "password", minutes: 1 }),
      "Too many failed log-ins. Try again in 1 minute.",
      "Zu viele fehlgeschlagene Anmeldungen. Versuche es in 1 Minute noch einmal.",
    ],
  ])("%j is %j, in German %j", (found, sentence, germanSentence) => {
    expect(refusalIn("en", found)).toBe(sentence);
    expect(refusalIn("de", found)).toBe(germanSentence);
  });

  it("is the same after it was written", () => {
    const nested = refusal("sms_not_sent", { reason: refusal("sms_number_invalid", { number: '"}' }) });
    for (const found of [refusal("alias_taken"), nested]) {
      expect(readRefusal(writeRefusal(found))).toEqual(found);
      expect(storedRefusalIn("de", writeRefusal(found))).toBe(refusalIn("de", found));
    }
  });

  it.each(["", "required", "That domain is taken.", '{"code":"toString"}', '{"code":"no_such"}', '{"code":'])(
    "is not the text %j, which is shown as it is stored",
    (text) => {
      expect(readRefusal(text)).toBeNull();
      expect(storedRefusalIn("de", text)).toBe(text);
    },
  );

  it("keeps its code, params, fields and sentence as a plain object", () => {
    const thrown = refusedField("url", "too_long", { count: 8 });
    const sent = structuredClone({ code: thrown.code, params: thrown.params, fields: thrown.fields });
    const { code, kind, message, fields } = errorOf(sent, sent.fields);
    expect({ code, kind, message, fields }).toEqual({
      code: "too_long",
      kind: "invalid",
      message: "This must have at most 8 characters.",
      fields: [
        { path: "url", code: "too_long", params: { count: 8 }, message: "This must have at most 8 characters." },
      ],
    });
  });

  it("differs from errors with more data", () => {
    expect(new FetchError("fetch_late")).toBeInstanceOf(AppError);
    expect(new AppError("fetch_late")).not.toBeInstanceOf(FetchError);
  });
});

describe("a schema's error", () => {
  const refusedBy = (schema: z.ZodType, input: unknown) => {
    try {
      parse(schema, input);
    } catch (error) {
      if (error instanceof AppError) return { code: error.code, message: error.message, fields: error.fields };
    }
  };

  it.each<[z.ZodType, unknown, RefusalCode, string]>([
    [z.string(), undefined, "required", "This is required."],
    [z.string(), 1, "wrong_type", "This must be text."],
    [z.array(z.string()), 1, "wrong_type", "This must be a list."],
    [z.date(), 1, "wrong_type", "This must be a date."],
    [z.record(z.string(), z.string()), 1, "wrong_type", "This must be an object."],
    [z.string().min(1), "", "required", "This is required."],
    [z.string().min(2), "", "too_short", "This must have at least 2 characters."],
    [z.string().max(2), "abc", "too_long", "This must have at most 2 characters."],
    [z.array(z.int()).min(2), [1], "too_few", "This must have at least 2 entries."],
    [z.array(z.int()).max(0), [1], "too_many", "This must have at most 0 entries."],
    [z.number().min(2), 1, "too_low", "This must be at least 2."],
    [z.number().max(0), 1, "too_high", "This must be at most 0."],
    [z.enum(["a", "b"]), "c", "not_one_of", "This must be one of: a, b."],
    [z.email(), "c", "not_an_email", "This must be a valid e-mail address."],
    [z.uuid(), "c", "not_accepted", "Invalid UUID"],
    [z.string(), "\0", "text_not_storable", "This text contains a character that cannot be stored."],
  ])("has a code: %#", (schema, input, code, message) => {
    const field = expect.objectContaining({ path: "name", code, message });
    expect(refusedBy(z.object({ name: schema }), { name: input })).toEqual({
      code: "invalid_input",
      message: `name: ${message}`,
      fields: [field],
    });
    expect(refusedBy(schema, input)).toMatchObject({ code, message, fields: [{ path: "", code, message }] });
  });

  it("is no longer than a sentence may be", () => {
    const error = refusedBy(z.strictObject({}), Object.fromEntries([..."x".repeat(200)].map((x, i) => [x + i, i])));
    expect(error?.code).toBe("not_accepted");
    expect(error?.message.length).toBeLessThanOrEqual(1000);
  });
});
