import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { germanRefusals } from "@/lib/contract/german-refusals";
import { refusalIn } from "@/lib/contract/refusals";

describe("a refusal", () => {
  it("is English where the page is", () => {
    expect(refusalIn("en", "That domain is taken.")).toBe("That domain is taken.");
  });

  it.each([
    ["That domain is taken.", "Diese Domain ist vergeben."],
    ["This must have at most 64 characters.", "Das darf höchstens 64 Zeichen haben."],
    ["This must be at least 1.", "Das muss mindestens 1 sein."],
    ["This must be one of: a, b.", "Das muss eines davon sein: a, b."],
    ["This QR code does not exist.", "Das gibt es nicht oder nicht mehr."],
    ["The number $& is not a valid phone number.", "Die Nummer $& ist keine gültige Telefonnummer."],
    [
      "The message could not be sent. The number +1 is not a valid phone number.",
      "Die Nachricht ließ sich nicht senden. Die Nummer +1 ist keine gültige Telefonnummer.",
    ],
    ["Campaigns are not part of the Free plan.", "Das gehört nicht zum Tarif Free."],
    [
      "go.example leads to 198.51.100.7. It must be a CNAME to sign.example, or have the addresses 203.0.113.5, ::1.",
      "go.example führt zu 198.51.100.7. Nötig ist ein CNAME auf sign.example, oder es sind dieselben Adressen.",
    ],
    [
      "go.example has no address in the DNS. It must have the address 203.0.113.5.",
      "go.example hat im DNS keine Adresse. Nötig ist die Adresse 203.0.113.5.",
    ],
    ["This domain still has 3 links.", "Auf dieser Domain sind noch Links. Lösche sie zuerst."],
    ["A sentence nobody has translated yet.", "A sentence nobody has translated yet."],
  ])("%j is %j in German", (english, german) => {
    expect(refusalIn("de", english)).toBe(german);
  });
});

describe("the German refusals", () => {
  // What is put together from parts stands in no file as a whole.
  const composed = [
    "This must be {what}.",
    "This must be one of: {choices}.",
    "{feature} not part of the {plan} plan.",
    "Your plan, {plan}, allows {limit}. You have reached that limit.",
  ];

  const source = (folders: string[]) =>
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !path.includes("german-refusals"))
        .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), "utf8") })),
    );

  it("are of sentences that the service says", () => {
    const files = source(["app", "lib", "server"]).map(({ text }) => text);
    const said = files.join("\n").replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "{}");
    const unsaid = Object.keys(germanRefusals)
      .filter((english) => !composed.includes(english) && !english.startsWith("{host} "))
      .filter((english) => !said.includes(english.replace(/\{\w+\}/g, "{}")));
    expect(unsaid).toEqual([]);
  });

  it("are of all that services and schemas refuse on a page of the dashboard", () => {
    // Programs and visitors meet these, on answers and pages that are English.
    const elsewhere =
      /^lib\/(http|visits)\/|^lib\/contract\/(parse|shape)\.ts|^lib\/resources\/(overlays\/answers|sms\/report)\.ts/;
    const refused =
      /(?:AppError\(\s*"\w+",|invalid\(\s*[^,()]+,|\.(?:min|max|regex|refine)\((?:[^"`]|"[^"]*")*?,|error:|addIssue\(|FetchError\()\s*(["`])([A-Z](?:(?!\1).)+\.)\1/g;
    const english = source(["lib"])
      .filter(({ path }) => !elsewhere.test(path))
      .flatMap(({ text }) => [...text.matchAll(refused)].map(([, , sentence = ""]) => sentence))
      .map((sentence) => sentence.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "1"));
    expect(english.length).toBeGreaterThan(100);
    expect([...new Set(english)].filter((sentence) => refusalIn("de", sentence) === sentence)).toEqual([]);
  });
});
