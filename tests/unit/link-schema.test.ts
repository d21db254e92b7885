import { describe, expect, it } from "vitest";
import { englishOf } from "@/lib/contract/errors";
import { destination } from "@/lib/contract/link-fields";
import { readRefusal } from "@/lib/contract/refusal";
import { refusalOfIssue } from "@/lib/contract/zod";
import { newLinkBody } from "@/lib/resources/links/new-link";
import { createLinkBody, updateLinkBody } from "@/lib/resources/links/schema";

const accepts = (value: unknown) => destination().safeParse(value).success;

describe("a destination", () => {
  it.each([
    "https://example.com",
    "HTTP://EXAMPLE.COM/A",
    "https://bücher.example/é?ü#ß",
    "https://example.com:8443/a?b=c#d",
    "http://192.0.2.1/",
    "http://[2001:db8::1]/",
    `https://example.com/${"x".repeat(8172)}`,
    `https://example.com/${"ü".repeat(1362)}`,
    "https://example.com./",
    "https://under_score.example.com/",
    "https://intranet/",
    "https://_dmarc.example.com/",
    "https://r3---sn-4g5e.example.com/",
  ])("can be %s", (url) => {
    expect(accepts(url)).toBe(true);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,hello",
    "file:///etc/passwd",
    "ftp://example.com/",
    "mailto:a@example.com",
    "vbscript:x",
    "blob:https://example.com/1",
    "//example.com",
    "/path",
    "nope",
    "https://",
    "https://user:secret@example.com/",
    "https://user@example.com/",
    "http://:secret@example.com/",
    "",
    `https://example.com/${"x".repeat(8173)}`,
    `https://example.com/${"ü".repeat(1363)}`,
    `https://example.com/?${"🚀".repeat(683)}`,
    "http://.com",
    "http://a..com",
    "http://a.com..",
    "https://.",
    "https://*.example.com",
    "https://-a.example.com",
    "https://a-.example.com",
    "https://a.-b-.example.com",
    "https://example.-com",
    "https://example.com-/",
    "https://-/",
    `https://${"a".repeat(64)}.com`,
    `https://${"a.".repeat(127)}com`,
    null,
    5,
    ["https://example.com"],
  ])("cannot be %j", (url) => {
    expect(accepts(url)).toBe(false);
  });

  it("loses the blanks around it", () => {
    expect(destination().parse("  https://example.com/ \n")).toBe("https://example.com/");
  });

  it("loses the line breaks and tabs in it", () => {
    for (const broken of ["https://exam\nple.com/a\r\nb", "example.com/a\tb", "https://example.com/a\u2028b"])
      expect(destination().parse(broken)).toBe("https://example.com/ab");
    // As browsers read it: the text before the line break is not a scheme.
    expect(accepts("java\nscript:alert(1)")).toBe(false);
  });

  it("shows what is wrong with its host or its encoded length", () => {
    const code = (url: string) =>
      destination()
        .safeParse(url)
        .error?.issues.map(({ message }) => readRefusal(message)?.code);
    for (const url of ["http://a..com", "https://shop-.example.com"]) expect(code(url)).toEqual(["url_host_invalid"]);
    expect(code(`https://example.com/${"ü".repeat(8_000)}`)).toEqual(["url_too_long"]);
  });

  it.each([
    ["tel:+4930123456", "type phone"],
    ["TEL:+4930123456", "type phone"],
    ["mailto:ada@example.com?subject=x", "type email"],
    ["sms:+4930123456", "type sms"],
    ["WIFI:S:net;;", "type wifi"],
    ["geo:52.5,13.4", "map service"],
    ["market://details?id=com.example", "deeplink.google"],
    ["whatsapp://send?text=x", "deeplink.auto"],
    ["spotify:track:1", "deeplink.auto"],
    ["intent://x#Intent;end", "deeplink.auto"],
  ])("%s is rejected, and the error shows the right field", (url, way) => {
    const [issue = { message: "" }] = destination().safeParse(url).error?.issues ?? [];
    expect(englishOf(refusalOfIssue(issue))).toMatch(/^Only http and https addresses are allowed\. .+\.$/);
    expect(englishOf(refusalOfIssue(issue))).toContain(way);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "localhost:3000/x", "ftp://example.com"])(
    "%s is rejected",
    (url) => {
      const [issue = { message: "" }] = destination().safeParse(url).error?.issues ?? [];
      expect(englishOf(refusalOfIssue(issue))).toBe("Only http and https addresses are allowed.");
    },
  );

  it.each([
    ["device and link", { device: "aff", link: "3" }, { name: "aff", value: "3" }],
    [
      "both forms, and its own names win",
      { device: "x", name: "aff", link: "y", value: "3" },
      { name: "aff", value: "3" },
    ],
    ["a name from one form and a value from the other", { name: "aff", link: "3" }, { name: "aff", value: "3" }],
    ["an empty value", { device: "aff", link: "" }, { name: "aff", value: "" }],
  ])("has parameters with %s", (_, sent, parameter) => {
    const parsed = [
      newLinkBody.parse({ url: "https://example.com/", parameters: [sent] }),
      updateLinkBody.parse({ parameters: [sent] }),
    ];
    expect(parsed.map(({ parameters }) => parameters)).toEqual([[parameter], [parameter]]);
  });

  it.each([
    [{ device: "aff" }, "parameters.0.value"],
    [{ link: "3" }, "parameters.0.name"],
    [{ device: 3, link: "3" }, "parameters.0.name"],
    [{}, "parameters.0.name"],
    ["aff=3", "parameters.0"],
    [["aff", "3"], "parameters.0"],
    [null, "parameters.0"],
  ])("cannot have the parameter %j", (sent, field) => {
    const { error } = newLinkBody.safeParse({ url: "https://example.com/", parameters: [sent] });
    expect(error?.issues[0]?.path.join(".")).toBe(field);
  });

  it("has parameters up to the length that clients accept, once encoded", () => {
    const parameters = (value: string) =>
      createLinkBody.safeParse({
        url: "https://a.example",
        parameters: [
          { name: "a", value },
          { name: "b", value },
        ],
      }).success;
    expect([parameters("x".repeat(512)), parameters("ü".repeat(300)), parameters("ü".repeat(500))]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

it("a link needs only a URL, and an update needs nothing", () => {
  expect(createLinkBody.parse({ url: "https://a.example" })).toEqual({ url: "https://a.example" });
  expect(createLinkBody.safeParse({ url: null }).success).toBe(false);
  expect(updateLinkBody.parse({})).toEqual({});
});

it("stores places as codes, devices in lower case, statuses and IDs as numbers", () => {
  const link = "https://a.example/";
  const body = createLinkBody.parse({
    url: link,
    redirect: "308",
    clicklimit: "7",
    pixels: ["1", 2],
    deeplink: { auto: "1", apple: "", google: null },
    geotarget: [{ location: "germany", link }],
    languagetarget: [{ language: "pt-BR", link }],
    devicetarget: [{ device: "iPhone", link }],
  });
  expect(body).toMatchObject({ redirect: 308, clicklimit: 7, pixels: [1, 2], deeplink: { auto: true } });
  expect(body.geotarget).toEqual([{ location: "DE", link }]);
  expect(body.languagetarget).toEqual([{ language: "pt-BR", link }]);
  expect(body.devicetarget).toEqual([{ device: "iphone", link }]);
});

it.each(["direct", "frame", "splash", "splash-12", "overlay-3"])("the type can be %s", (type) => {
  expect(createLinkBody.safeParse({ url: "https://a.example", type }).success).toBe(true);
});

it.each(["overlay", "overlay-", "overlay-0", "overlay-x", "direct-1", "Direct", "splash-99999999999"])(
  "the type cannot be %s",
  (type) => {
    expect(createLinkBody.safeParse({ url: "https://a.example", type }).success).toBe(false);
  },
);

it.each([200, 300, 303, 304, 404, "30", "302 ", true])("the redirect cannot be %j", (redirect) => {
  expect(createLinkBody.safeParse({ url: "https://a.example", redirect }).success).toBe(false);
});

describe("the alias of a new link in the API", () => {
  const url = "https://a.example/";
  const split = [
    { to: "https://b.example/", weight: 1 },
    { to: "https://c.example/", weight: 1 },
  ];
  const pathsOf = (sent: unknown) => newLinkBody.safeParse(sent).error?.issues.map(({ path }) => path.join("."));

  it("can use that name", () => {
    expect(newLinkBody.parse({ url, alias: "spring" })).toEqual({ url, custom: "spring" });
    expect(newLinkBody.parse({ url, alias: "spring", custom: "spring" })).toEqual({ url, custom: "spring" });
    for (const nothing of [null, "", undefined]) {
      expect(newLinkBody.parse({ url, alias: "spring", custom: nothing })).toEqual({ url, custom: "spring" });
      expect(newLinkBody.parse({ url, alias: nothing, custom: "spring" })).toEqual({ url, custom: "spring" });
    }
  });

  it("cannot have two values, and is checked as usual", () => {
    expect(pathsOf({ url, alias: "spring", custom: "summer" })).toEqual(["alias"]);
    expect(pathsOf({ url, alias: "two words" })).toEqual(["custom"]);
    expect(pathsOf({ url, alias: ["spring"] })).toEqual(["custom"]);
    for (const sent of [null, 5, "text", []]) expect(newLinkBody.safeParse(sent).success).toBe(false);
  });

  it("uses the first destination of its split test if it has no other", () => {
    expect(newLinkBody.parse({ split })).toEqual({ url: "https://b.example/", split });
    expect(newLinkBody.parse({ url, split })).toEqual({ url, split });
    expect(newLinkBody.parse({ url: "", split })).toMatchObject({ url: "https://b.example/" });
    expect(pathsOf({ split: [] })).toEqual(["url"]);
    expect(pathsOf({ split: split.slice(1) })).toEqual(["split"]);
    expect(pathsOf({ split: "text" })).toEqual(["url", "split"]);
    expect(pathsOf({ split: [null, 5] })).toContain("url");
    expect(pathsOf({})).toEqual(["url"]);
  });
});
