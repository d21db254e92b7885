import { describe, expect, it } from "vitest";
import { brandForm, themeOf } from "@/components/domains/brand-form";
import { accentStyle, grounds, isReadable } from "@/lib/contract/colors";
import { domainTheme } from "@/lib/resources/domains/schema";
import { passwordPage } from "@/lib/visits/links/pages";
import { brandFor } from "@/lib/visits/pages/brand";
import { disabledPage, endedOn, missing } from "@/lib/visits/pages/notices";
import { visitorWords } from "@/lib/visits/pages/words";
import { domainPreview } from "@/lib/visits/previews/previews";

const theme = {
  name: "Acme",
  logo: "https://img.example/a;b,c.png?size=2",
  color: "#FFD43B",
  missing: { title: "Nothing <here>", message: "Try our shop." },
};
const domain = { ownerId: 7, origin: "https://go.acme.example", theme };
const request = { headers: {} };
const bare = { ...domain, theme: null };
const policyOf = ({ headers }: { headers: readonly string[] }) =>
  headers[headers.indexOf("Content-Security-Policy") + 1] ?? "";

describe("an accent", () => {
  const colors = Array.from({ length: 512 }, (_, n) => {
    const part = (of: number) => Math.round(((of & 7) * 255) / 7);
    return `#${[n, n >> 3, n >> 6].map((of) => part(of).toString(16).padStart(2, "0")).join("")}`;
  });

  it("of any color gives labels, links and outlines readable colors in light and dark mode", () => {
    for (const color of colors) {
      const [bright = "", dim = ""] = accentStyle(color).split("@media(prefers-color-scheme:dark)");
      for (const [css, ground] of [
        [bright, grounds.light],
        [dim, grounds.dark],
      ] as const) {
        const value = (name: string) => new RegExp(`${name}:([^;}]+)`).exec(css)?.[1] ?? "";
        expect([color, isReadable(value("--on"), value("--accent"))]).toEqual([color, true]);
        expect([color, isReadable(value("--link"), ground)]).toEqual([color, true]);
        expect([color, value("--accent")]).toEqual([color, color]);
      }
    }
  });

  it("that is readable does not change, and buttons get an edge only if they would be hard to see", () => {
    expect(accentStyle("#0b6e6e")).toContain("--link:#0b6e6e;--edge:transparent");
    expect(accentStyle("#ffffff")).toMatch(
      /^:root\{--accent:#ffffff;--on:#000000;--link:#[0-7]\w{5};--edge:#[0-7]\w{5}\}/,
    );
  });
});

describe("an owner's theme", () => {
  it("is on the domain's visitor pages, and only its image may load", () => {
    const pages = [
      missing(domain, request),
      disabledPage("It asks for passwords.", domain, request),
      passwordPage({ alias: "a" }, domain, visitorWords(request)),
    ];
    for (const answer of pages) {
      expect(answer.body).toContain('<img src="https://img.example/a;b,c.png?size=2" alt="Acme"');
      expect(answer.body).toContain("--accent:#FFD43B");
      expect(policyOf(answer)).toContain("img-src data: https://img.example/a%3Bb%2Cc.png;");
    }
    expect(missing(domain, request).body).toContain("<h1>Nothing &lt;here&gt;</h1>");
  });

  it("does not change the words for links that an administrator disabled", () => {
    expect(disabledPage("It asks for passwords.", domain, request).body).toContain("It asks for passwords.");
  });

  it("changes the words for expired links only if its owner wrote them", () => {
    expect(endedOn(domain, request)).toBeNull();
    const answer = endedOn({ ...domain, theme: { ended: { title: "Over" } } }, request);
    expect([answer?.status, String(answer?.body).includes("<h1>Over</h1>")]).toEqual([410, true]);
  });

  it("shows the domain's name, and elsewhere the service's", () => {
    expect(missing(bare, request).body).toContain('<header class="brand">go.acme.example</header>');
    expect(policyOf(missing(bare, request))).toContain("img-src data:;");
    expect(missing(null, request).body).toContain("Signpost</header>");
    expect(missing({ ...domain, ownerId: null }, request).body).not.toContain("Acme");
    // Bio pages and lists of all accounts are available on every domain.
    expect(brandFor(domain, 8).name).toBe("go.acme.example");
    expect(brandFor(domain, 7).name).toBe("Acme");
  });
});

describe("the editor", () => {
  it("sends back what it received, and no page without words", () => {
    expect(domainTheme.parse(themeOf(brandForm(theme)))).toEqual(theme);
    expect(domainTheme.parse(themeOf(brandForm(null)))).toEqual({});
  });

  it("shows the requested page as far as it can be drawn", () => {
    const draw = (page: unknown, theme: unknown) =>
      String(domainPreview({ host: "go.example", page, theme }, request).body);
    expect(draw("missing", { name: "Acme", color: "yellow", missing: { title: "", message: "Hm." } })).toMatch(
      /Acme<\/header>.*<h1>…<\/h1><p class="kept">Hm\.<\/p>/,
    );
    expect(draw("ended", {})).toContain("Link not found");
    expect(draw("ended", { ended: { title: "Over" } })).toContain("<h1>Over</h1>");
    expect(draw("password", { password: { title: "Members" } })).toContain("<h1>Members</h1>");
    expect(draw(1, "nonsense")).toContain("go.example</header>");
    for (const nonsense of [null, 1, "text", [], { host: "a:b" }])
      expect(domainPreview(nonsense, request).status).toBe(200);
  });
});

it.each([
  ["name", { name: "x".repeat(61) }],
  ["logo", { logo: "ftp://img.example/a.png" }],
  ["logo", { logo: "javascript:alert(1)" }],
  ["logo", { logo: `https://img.example/${"x".repeat(2048)}` }],
  ["color", { color: "red" }],
  ["missing.title", { missing: { message: "Alone" } }],
  ["ended.title", { ended: { title: "x".repeat(101) } }],
  ["password.message", { password: { title: "A", message: "x".repeat(501) } }],
])("rejects errors at %s", (path, sent) => {
  const { error } = domainTheme.safeParse(sent);
  expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
