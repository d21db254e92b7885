import { expect, it } from "vitest";
import { themeNames, themes } from "@/components/bio/look-panel";
import { colorStyle, isReadable, listShades, mixColors, readableOn } from "@/lib/contract/colors";
import { themeStyle } from "@/lib/visits/bio-pages/page";

it("sets nothing if no color was chosen", () => {
  expect(colorStyle(":root", {})).toBe(":root{}");
});

it("uses the chosen colors", () => {
  const css = colorStyle("dialog", {
    background: "#2B1055",
    text: "#FFEEDD",
    button: "#FFD166",
    buttontext: "#000000",
  });
  expect(css).toMatch(/^dialog\{color-scheme:dark;--bg:#2B1055;--card:#2B1055;--fg:#FFEEDD;--dim:#FFEEDD;/);
  expect(css).toContain("--accent:#FFD166;--on:#000000}");
});

it.each([
  [{ background: "#2B1055" }, "--fg:#ffffff"],
  [{ background: "#FFF3C4" }, "--fg:#17201f"],
  [{ text: "#FFFFFF" }, "--bg:#17201f"],
  [{ text: "#000000" }, "--bg:#ffffff"],
  [{ button: "#FFD166" }, "--on:#17201f"],
  [{ buttontext: "#FFFFFF" }, "--accent:#17201f"],
])("adds a readable color to %j: %s", (colors, expected) => {
  expect(colorStyle(":root", colors)).toContain(expected);
});

it("finds the middle of a gradient, and a text color that is readable on all of it", () => {
  expect(mixColors("#000000", "#FFFFFF")).toBe("#808080");
  expect(listShades("#FF0000", "#0000FF")).toEqual(["#FF0000", "#800080", "#0000FF"]);
  expect(readableOn(["#FFFFFF", "#DDDDFF"])).toBe("#17201f");
  // Judged by the gradient's start alone, the text would be dark, and unreadable at its end.
  expect(readableOn(["#888888", "#000000"])).toBe("#ffffff");
});

it.each(themeNames)("the theme %s is readable everywhere on the page", (name) => {
  const { background, backgroundto, text, button, buttontext } = themes[name];
  const shades = backgroundto ? listShades(background, backgroundto) : [background];
  expect(shades.filter((shade) => !isReadable(text, shade))).toEqual([]);
  expect(isReadable(buttontext, button)).toBe(true);
});

it("writes a theme's background: a gradient with its text color, or an image with a panel", () => {
  const fading = themeStyle({ background: "#0F2027", backgroundto: "#2C5364" });
  expect(fading).toContain("body{background:linear-gradient(#0F2027,#2C5364)}");
  expect(fading).toContain("--fg:#ffffff");
  expect(themeStyle({ backgroundto: "#CCDDEE" })).toContain("linear-gradient(#FFFFFF,#CCDDEE)");
  const pictured = themeStyle({ picture: "https://example.com/a.png", backgroundto: "#000000" });
  expect(pictured).toContain("main{align-self:start;padding:24px 20px;border-radius:14px;background:var(--bg)}");
  // The image's address is in an element, where it is escaped; CSS would need another way of escaping.
  expect(pictured).not.toMatch(/gradient|example/);
  expect(themeStyle({ font: "mono" })).toContain("body{font-family:ui-monospace,");
});
