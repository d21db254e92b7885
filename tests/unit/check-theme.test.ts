import { expect, it } from "vitest";
import { valuesInUse, valuesOutsideTheme } from "../../scripts/check-theme.mjs";

const inStyles = (declaration: string) => valuesOutsideTheme([["components/a.css", `.a {\n  ${declaration};\n}\n`]]);
const inCode = (code: string) => valuesOutsideTheme([["components/a.tsx", code]]);

it.each([
  ["font-size: 13px", "a size of text"],
  ["font-size: clamp(1rem, 2vw, 2rem)", "a size of text"],
  ["font-weight: 600", "a weight"],
  ["line-height: 1.35", "a line height"],
  ["font: 600 1rem/1.5 serif", "a font"],
  ["border-radius: 8px", "a radius"],
  ["border-radius: var(--mantine-radius-md) 4px", "a radius"],
  ["border-top-left-radius: 0.5rem", "a radius"],
  ["color: #0b5a54", "a color"],
  ["background: white", "a color"],
  ["box-shadow: 0 1px 2px rgb(0 0 0 / 10%)", "a color"],
  ["--ground: #fff", "a color"],
])("refuses %s in a stylesheet", (declaration, what) => {
  expect(inStyles(declaration)).toEqual([`components/a.css:2 states ${what}: ${declaration.replace(/^[\w-]+: /, "")}`]);
});

it.each([
  "font-size: var(--mantine-font-size-md)",
  "font-weight: inherit",
  "line-height: var(--sp-line-reading)",
  "font: inherit",
  "border-radius: 50%",
  "border-radius: var(--mantine-radius-md) var(--mantine-radius-md) 0 0",
  "color: var(--mantine-color-white)",
  "white-space: nowrap",
  "background: color-mix(in srgb, currentcolor 10%, transparent)",
])("accepts %s in a stylesheet", (declaration) => {
  expect(inStyles(declaration)).toEqual([]);
});

it("ignores comments and pictures in a stylesheet", () => {
  expect(inStyles("/* color: #fff; */ mask: url(\"data:image/svg+xml,%3Csvg stroke='black'/%3E\")")).toEqual([]);
});

it.each([
  ["<Text fw={600} />", "a weight"],
  ['<Title fz="1.5rem" />', "a size of text or radius"],
  ["<Paper radius={8} />", "a size of text or radius"],
  ['<p style={{ fontSize: "13px" }} />', "a size of text, weight or radius"],
  ["<p style={{ fontWeight: 600 }} />", "a size of text, weight or radius"],
  ['<Badge color="#0b5a54" />', "a color"],
])("refuses %s in a component", (code, what) => {
  expect(inCode(code)).toEqual([`components/a.tsx:1 states ${what}: ${code}`]);
});

it.each([
  "<Text fw={weights.bold} />",
  '<Text size="xs" c="dimmed" />',
  '<Paper radius="lg" />',
  '<a href="#content" />',
  "// the color #0b5a54",
])("accepts %s in a component", (code) => {
  expect(inCode(code)).toEqual([]);
});

it("counts different values by kind", () => {
  const files = [
    ["a.css", ".a { font-size: 13px; height: 28px; color: #fff; }\n.b { font-size: 13px; font-weight: 600; }"],
    ["a.tsx", '<Text fw={500} c="#abcdef" />'],
  ];
  expect(valuesInUse(files)).toEqual({
    "text sizes": ["13px"],
    weights: ["500", "600"],
    radii: [],
    heights: ["28px"],
    colors: ["#abcdef", "#fff"],
  });
});
