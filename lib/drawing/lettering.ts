import font from "./glyphs.json";

/** A letter's advance width, and its outline above the baseline at 0. */
type Glyph = [advance: number, path: string];

const glyphs = font.glyphs as unknown as Record<string, Glyph>;

/** The height of capitals, in the units of the outlines. */
export const { capHeight } = font;

/** Returns the first character that has no outline; null if all can be drawn. */
export const findUnknownLetter = (text: string): string | null => [...text].find((one) => !glyphs[one]) ?? null;

const lettersOf = (text: string): Glyph[] => [...text].flatMap((one) => (glyphs[one] ? [glyphs[one]] : []));

export const advanceOf = (text: string) => lettersOf(text).reduce((sum, [advance]) => sum + advance, 0);

/** Returns the outline and position of each letter. Servers and printers may not have the fonts for text. */
export function layOutLetters(text: string): { path: string; x: number }[] {
  let x = 0;
  return lettersOf(text).flatMap(([advance, path]) => {
    const letter = { path, x };
    x += advance;
    return path === "" ? [] : letter;
  });
}
