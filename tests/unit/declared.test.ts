import { describe, expect, it } from "vitest";
import { parseDeclared } from "@/lib/resources/links/destinations/declared";

const base = new URL("https://shop.example/spring/");
const read = (head: string) => parseDeclared(Buffer.from(`<!doctype html><head>${head}</head>`), "text/html", base);
const nothing = { title: null, description: null, image: null };

describe("a page's metadata", () => {
  it("uses Open Graph before title and description", () => {
    const own = `<title>Own</title><meta name="description" content="Own words">`;
    expect(read(own)).toEqual({ title: "Own", description: "Own words", image: null });
    const shared = `<meta property="og:title" content="Tom &amp; Jerry"><meta content='Two
      lines' property='og:description'><meta property=og:image content="../card.png?a=1&amp;b=2">`;
    expect(read(own + shared)).toEqual({
      title: "Tom & Jerry",
      description: "Two lines",
      image: "https://shop.example/card.png?a=1&b=2",
    });
    expect(read(`<meta name="twitter:title" content="T"><meta name="twitter:image" content="/t.png">`)).toEqual({
      ...nothing,
      title: "T",
      image: "https://shop.example/t.png",
    });
  });

  it("uses the first of several, cut to the shown length", () => {
    expect(read(`<meta property="og:title" content="A"><meta property="og:title" content="B">`).title).toBe("A");
    const long = `<meta property="og:title" content="${"x".repeat(500)}"><meta name="description" content="${"y".repeat(900)}">`;
    const { title, description } = read(long);
    expect([title?.length, description?.length]).toEqual([256, 300]);
  });

  it.each(["javascript:alert(1)", "data:image/png;base64,AA", "", "http://", `/${"x".repeat(2100)}`])(
    "has no image for %j",
    (image) => expect(read(`<meta property="og:image" content="${image}">`).image).toBeNull(),
  );

  it.each(["", "no markup", "<meta>", "<meta property='og:title'>", `<meta data-content="x" property="og:title">`])(
    "is empty for %j",
    (text) => expect(read(text)).toEqual(nothing),
  );

  it("stops reading as soon as it is complete", () => {
    // Processor time, which other work on this machine does not add to.
    const started = process.cpuUsage();
    for (const part of ["<meta ", `<meta property="`, `<meta a=b a=b a=b>`])
      parseDeclared(Buffer.from(part.repeat(262_144 / part.length)), "text/html", base);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});
