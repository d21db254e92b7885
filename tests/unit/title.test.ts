import { describe, expect, it } from "vitest";
import { parseTitle } from "@/lib/resources/links/destinations/title";

const inPage = (title: string) => `<!doctype html><html><head><meta name=a><title>${title}</title></head>`;
const titleOf = (title: string) => parseTitle(Buffer.from(inPage(title)));

describe("the title of a page", () => {
  it.each([
    ["Plain", "Plain"],
    ["  over\n two\tlines ", "over two lines"],
    ["Tom &amp; Jerry &#39;s &euro;&#x1F600; &unknown;", "Tom & Jerry 's €😀 &unknown;"],
    ["&lt;script&gt;", "<script>"],
    ["<b>not markup</b>", "<b>not markup</b>"],
    ["Zoë – 日本", "Zoë – 日本"],
  ])("%j is %j", (written, read) => expect(titleOf(written)).toBe(read));

  it("has at most 256 characters, none of them cut in half", () => {
    expect([...(titleOf("😀".repeat(300)) ?? "")]).toHaveLength(256);
  });

  it("is found in any case and with any attributes", () => {
    expect(parseTitle(Buffer.from(`<TITLE data-x="1">A</TITLE>`))).toBe("A");
  });

  it.each(["", "no markup", "<title>", "<title>   </title>", "<titles>A</titles>", "\0\xff\xfe"])(
    "does not exist in %j",
    (text) => expect(parseTitle(Buffer.from(text))).toBeNull(),
  );

  it("is read in the page's character set", () => {
    const latin = Buffer.from(inPage("Größe"), "latin1");
    expect(parseTitle(latin, "text/html; charset=ISO-8859-1")).toBe("Größe");
    expect(parseTitle(Buffer.from(`<meta charset="windows-1252">${inPage("Größe")}`, "latin1"))).toBe("Größe");
    expect(parseTitle(Buffer.from(`\ufeff${inPage("Größe")}`, "utf16le"), "text/html; charset=utf-8")).toBe("Größe");
    expect(parseTitle(Buffer.from(inPage("Größe")), "text/html; charset=nonsense")).toBe("Größe");
    const japanese = Buffer.from([...Buffer.from("<title>"), 0x93, 0xfa, 0x96, 0x7b, ...Buffer.from("</title>")]);
    expect(parseTitle(japanese, "text/html; charset=Shift_JIS")).toBe("日本");
  });

  it("is searched once, however often a page starts one", () => {
    expect(parseTitle(Buffer.from("<title>".repeat(40_000)))).toBeNull();
  });
});
