/** Shapes of the small squares that a code is made of. */
export const dotShapes = ["square", "rounded", "circle", "diamond"] as const;
/** Shapes of the three squares by which a camera finds a code. */
export const eyeShapes = ["square", "rounded", "circle", "leaf"] as const;
export const gradientTypes = ["linear", "radial"] as const;
/** Where a frame puts its words: in a border around the code, on a label below it, or in a bubble that points at it. */
export const frameStyles = ["box", "label", "bubble"] as const;

/** As many characters as can be read of a code of the size of a stamp. */
export const longestFrameText = 24;

/** How a code is drawn, beside its colours and its logo. */
export interface Style {
  dots: (typeof dotShapes)[number];
  eyes: (typeof eyeShapes)[number];
  /** the colour that the foreground turns into: from the upper left to the lower right, or from the middle outwards */
  gradient: { type: (typeof gradientTypes)[number]; color: string } | null;
  frame: { style: (typeof frameStyles)[number]; text: string } | null;
}

/** What a QR code's picture is drawn from. What draws it is in `picture.ts`, for the drawing threads alone. */
export interface Picture extends Style {
  /** what a scan reads */
  payload: string;
  /** `rgb(r,g,b)` */
  foreground: string;
  background: string;
  /** png or jpg */
  logo: Uint8Array | null;
}

/** The colours of a code for which nobody chose others. */
export const plainColours = { foreground: "rgb(0,0,0)", background: "rgb(255,255,255)" };

export const plainStyle: Style = { dots: "square", eyes: "square", gradient: null, frame: null };

/** The style in a column, which says what is not plain. */
export const styleOf = (stored: unknown): Style => ({ ...plainStyle, ...(stored as Partial<Style> | null) });

export const mediaTypes = { png: "image/png", svg: "image/svg+xml", pdf: "application/pdf" };

export type Format = keyof typeof mediaTypes;

/** The largest side of a logo: as much as can be seen of it in a picture of the largest size. */
export const logoSide = 512;

/** The side of a picture that nobody asked another size of. */
export const defaultPixels = 512;
/** Up to this a picture has the very size that is asked for. */
const exactPixels = 512;
/** Sizes that are asked for as often as the round ones. */
const powers = [1024, 2048, 4096];
const roundPixels = 100;

/**
 * The side that a picture gets for what `size` asks: 64 to 4,096 pixels, above 512 a multiple of 100, 1,024, 2,048 or
 * 4,096, the next larger one. Somebody who asks for each size in turn gets few pictures. Null where it asks for no such
 * size.
 */
export function pixelsOf(size: string): number | null {
  const pixels = /^\d{2,4}$/.test(size) ? Number(size) : 0;
  if (pixels < 64 || pixels > 4096) return null;
  if (pixels <= exactPixels || powers.includes(pixels)) return pixels;
  return Math.min(Math.ceil(pixels / roundPixels) * roundPixels, 4096);
}
