import font from "./glyphs.json";

/** How far a letter leads on, and its outline, which stands on the line at 0. */
type Glyph = [advance: number, path: string];

const glyphs = font.glyphs as unknown as Record<string, Glyph>;

/** How high capitals are, in the units of the outlines. */
export const { capHeight } = font;

/** The first character that there is no outline of; null where all can be drawn. */
export const unknownIn = (text: string): string | null => [...text].find((one) => !glyphs[one]) ?? null;

const lettersOf = (text: string): Glyph[] => [...text].flatMap((one) => (glyphs[one] ? [glyphs[one]] : []));

export const advanceOf = (text: string) => lettersOf(text).reduce((sum, [advance]) => sum + advance, 0);

/**
 * Each letter of a text that has an outline, and where it begins. Outlines rather than text: a server may have no fonts at
 * all, and a printer others.
 */
export function lettersIn(text: string): { path: string; x: number }[] {
  let x = 0;
  return lettersOf(text).flatMap(([advance, path]) => {
    const letter = { path, x };
    x += advance;
    return path === "" ? [] : letter;
  });
}
