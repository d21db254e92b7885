import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readableUrl } from "@/lib/contract/readable-url";
import { asUri, parseUrl } from "@/lib/contract/url";

// RFC 3986, appendix A.
const [unreserved, encoded, delimiters] = ["[a-z\\d._~-]", "%[a-f\\d]{2}", "[!$&'()*+,;=]"];
const segment = `(?:${unreserved}|${encoded}|${delimiters}|[:@])*`;
const host = `(?:\\[[a-f\\d:.]+\\]|(?:${unreserved}|${encoded}|${delimiters})+)`;
const after = `(?:${unreserved}|${encoded}|${delimiters}|[:@/?])*`;
const uriForm = new RegExp(`^https?://${host}(?::\\d*)?(?:/${segment})*(?:\\?${after})?(?:#${after})?$`, "i");
const isUri = (text: string) => uriForm.test(text);

describe("an address", () => {
  it.each([
    ["https://example.com/a b", "https://example.com/a%20b", "https://example.com/a%20b"],
    ['https://example.com/"q"<x>', "https://example.com/%22q%22%3Cx%3E", 'https://example.com/"q"<x>'],
    ["https://example.com/?a[]=1&b={c}|d", "https://example.com/?a%5B%5D=1&b=%7Bc%7D%7Cd"],
    ["https://example.com/é?ü#ß", "https://example.com/%C3%A9?%C3%BC#%C3%9F", "https://example.com/é?ü#ß"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/", "https://bücher.example/"],
    ["https://münchen-ost.example/💩", "https://xn--mnchen-ost-9db.example/%F0%9F%92%A9"],
    ["https://例え.テスト/パス", "https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9", "https://例え.テスト/パス"],
    ["https://example.com/100%", "https://example.com/100%25", "https://example.com/100%25"],
    ["https://example.com/#a#b", "https://example.com/#a%23b", "https://example.com/#a%23b"],
    ["http://[2001:db8::1]:81/x y", "http://[2001:db8::1]:81/x%20y", "http://[2001:db8::1]:81/x%20y"],
    [
      "https://example.com/a%2Fb%20c%E2%80%AE",
      "https://example.com/a%2Fb%20c%E2%80%AE",
      "https://example.com/a%2Fb%20c%E2%80%AE",
    ],
    ["https://example.com/%C3", "https://example.com/%C3", "https://example.com/%C3"],
    // Cyrillic and Latin letters in one name, which imitates another.
    ["https://xn--pple-43d.com/", "https://xn--pple-43d.com/", "https://xn--pple-43d.com/"],
  ])("%s becomes a URI, and is shown with letters", (sent, uri, shown = sent) => {
    expect([asUri(sent), readableUrl(uri)]).toEqual([uri, shown]);
    expect(isUri(uri)).toBe(true);
  });

  it.each([
    "https://example.com",
    "HTTP://EXAMPLE.COM/A",
    "https://example.com?a=b",
    "https://a.example/..%2f;x='(1)'",
  ])("%s stays as it is", (url) => {
    expect(asUri(url)).toBe(url);
  });

  it.each(["nowhere", "ftp://example.com/ü", "https://ada:secret@example.com/ü", "https://example.com/\ud800", ""])(
    "%j is left to the schema",
    (text) => {
      expect(asUri(text)).toBe(text);
    },
  );

  const decoded = (text: string) => decodeURIComponent(parseUrl(text)?.href.replace(/%(?![\da-f]{2})/gi, "%25") ?? "");
  const rest = fc.string({ unit: "grapheme", maxLength: 30 });

  it("is a URI that leads to the same page, whatever it holds, and stays so when it is read and sent again", () => {
    fc.assert(
      fc.property(rest, rest, rest, (path, query, fragment) => {
        const url = `https://exämple.com/${path}?${query}#${fragment}`;
        fc.pre(!/[\0\p{Cs}]/u.test(url));
        const uri = asUri(url);
        expect([uri, isUri(uri)]).toEqual([uri, true]);
        expect(asUri(uri)).toBe(uri);
        expect(decoded(uri)).toBe(decoded(url));
      }),
    );
  });

  it("can be read and sent again: what is shown leads to the same URI", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), rest, (url, more) => {
        const uri = asUri(`${url}${encodeURIComponent(more.replaceAll(/\p{Cs}|\0/gu, ""))}`);
        expect(decoded(asUri(readableUrl(uri)))).toBe(decoded(uri));
      }),
    );
  });

  it.each(["https://xn--/", "https://xn--99999999999/x", "https://xn--a%/", "go.example.com/%C3%A9", "", "https://"])(
    "%j that is not valid is shown as it is or partly decoded, without an error",
    (text) => {
      expect(typeof readableUrl(text)).toBe("string");
    },
  );
});
