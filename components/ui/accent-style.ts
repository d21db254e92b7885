import { grounds, mixed, shadeOn } from "@/lib/contract/colors";

/**
 * CSS that gives the dashboard and the public pages an accent color. Shade 7 has buttons with white text and links in
 * light mode, so it is the color itself or the closest darker one that is readable. Dark mode has links in shade 4.
 */
export function accentStyle(color: string): string {
  const base = shadeOn(color, "light");
  const dark = shadeOn(color, "dark");
  const shades = [
    ...[0.93, 0.86, 0.7, 0.52].map((share) => mixed(base, "#ffffff", share)),
    mixed(dark, "#ffffff", 0.12),
    ...[0.2, 0.1, 0, -0.2, -0.4].map((share) => mixed(base, share < 0 ? "#000000" : "#ffffff", Math.abs(share))),
  ];
  const numbered = shades.map((shade, index) => [`--mantine-color-pine-${index}`, shade]);
  return [
    // More specific than the rules of Mantine, which come later.
    rule(":root:root:root", numbered),
    rule(":root:root:root[data-mantine-color-scheme=light]", [["--sp-primary-soft", mixed(base, "#ffffff", 0.88)]]),
    rule(":root:root:root[data-mantine-color-scheme=dark]", [
      ["--mantine-color-pine-light", mixed(base, grounds.dark, 0.75)],
      ["--mantine-color-pine-light-hover", mixed(base, grounds.dark, 0.68)],
      ["--mantine-color-pine-light-color", mixed(base, "#ffffff", 0.75)],
      ["--sp-primary-soft", mixed(base, grounds.dark, 0.8)],
    ]),
  ].join("");
}

const rule = (selector: string, declarations: string[][]) =>
  `${selector}{${declarations.map((declaration) => declaration.join(":")).join(";")}}`;
