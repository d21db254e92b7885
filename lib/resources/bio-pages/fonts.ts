/**
 * Font families for bio pages, made of fonts that the visitor's device already has: nothing is fetched and no third
 * party learns about the visit. From https://modernfontstacks.com (CC0).
 */
export const fonts = {
  sans: "system-ui,sans-serif",
  humanist: "Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans',source-sans-pro,sans-serif",
  rounded:
    "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,Comfortaa,Manjari,'Arial Rounded MT Bold',Calibri,sans-serif",
  serif: "'Iowan Old Style','Palatino Linotype','URW Palladio L',P052,serif",
  slab: "Rockwell,'Rockwell Nova','Roboto Slab','DejaVu Serif','Sitka Small',serif",
  mono: "ui-monospace,'Cascadia Code','Source Code Pro',Menlo,Consolas,'DejaVu Sans Mono',monospace",
} as const;

export type Font = keyof typeof fonts;

export const fontNames = Object.keys(fonts) as Font[];
