import { describe, expect, test } from "vitest";
import { quickLink } from "@/lib/resources/links/writing/quick";

const url = "https://example.com/sale";

describe("one line that creates a link", () => {
  test.each([
    [url, { url }],
    [" example.com/sale ", { url }],
    [`${url} summer`, { url, custom: "summer" }],
    ["example.com/sale   summer/shoes ", { url, custom: "summer/shoes" }],
    [`${url} go.example.com/summer`, { url, domain: "go.example.com", custom: "summer" }],
    [`${url} https://go.example.com/summer/shoes`, { url, domain: "go.example.com", custom: "summer/shoes" }],
    [`${url} localhost:3000/summer`, { url, domain: "localhost:3000", custom: "summer" }],
    [`${url} v1.2`, { url, custom: "v1.2" }],
    [`${url} v1.2/a~b`, { url, custom: "v1.2/a~b" }],
    [`${url} go.example.com/v1.2`, { url, domain: "go.example.com", custom: "v1.2" }],
    [`${url} go.example.com/`, { url, domain: "go.example.com" }],
    [`${url} für-dich`, { url, custom: "für-dich" }],
  ])("%j", (text, link) => {
    expect(quickLink(text)).toEqual(link);
  });

  test.each([
    `${url}?q=two words here`,
    "https://example.com/my file.pdf",
    `${url} what?`,
    `${url} example.org`,
    `${url} go.example.com/what?`,
    `${url} https://example.org/`.replace("https://example.org/", "https:///"),
    "two words",
    "javascript:alert(1) summer",
    "",
  ])("%j has no alias at its end, so all of it is the destination", (text) => {
    expect(quickLink(text)).toEqual({ url: text });
  });

  test("is read quickly at any length", () => {
    // Processor time, which other work on this machine does not add to.
    const begun = process.cpuUsage();
    for (const part of [".", "/", " ", "a.", "a "]) quickLink(`${url} ${part.repeat(20_000)}`);
    quickLink(`${url}${" ".repeat(20_000)}a b`);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(500);
  });
});
