/**
 * QR codes with less contrast between foreground and background are refused. Whether scanners tell colors apart is read
 * from the picture in poor light. This limit is for lamps whose light is not white.
 */
export const LEAST_CODE_CONTRAST = 2;

/** The contrast of two colors `rgb(r,g,b)` as WCAG defines it: 1 for the same color, 21 for black and white. */
export function measureContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => linear(Number(part) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
