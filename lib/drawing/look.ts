/** Shapes of the modules of a code. */
export const dotShapes = ["square", "rounded", "circle", "diamond"] as const;
/** Shapes of the three squares by which cameras find a code. */
export const eyeShapes = ["square", "rounded", "circle", "leaf"] as const;
export const gradientTypes = ["linear", "radial"] as const;
/** Where a frame puts its text: in a border around the code, on a label below it, or in a bubble that points at it. */
export const frameStyles = ["box", "label", "bubble"] as const;

/** More characters would not be readable on a code of the size of a stamp. */
export const longestFrameText = 24;

/** The look of a code except its colors and its logo. */
export interface Style {
  dots: (typeof dotShapes)[number];
  eyes: (typeof eyeShapes)[number];
  /** the color into which the foreground changes: from upper left to lower right, or from the center outwards */
  gradient: { type: (typeof gradientTypes)[number]; color: string } | null;
  frame: { style: (typeof frameStyles)[number]; text: string } | null;
}

/** The input of a QR code's picture. `picture.ts` draws it, only in the drawing threads. */
export interface Picture extends Style {
  /** the content that a scan reads */
  payload: string;
  /** `rgb(r,g,b)` */
  foreground: string;
  background: string;
  /** png or jpg */
  logo: Uint8Array | null;
}

/** The colors of a code unless others are chosen. */
export const plainColors = { foreground: "rgb(0,0,0)", background: "rgb(255,255,255)" };

export const plainStyle: Style = { dots: "square", eyes: "square", gradient: null, frame: null };

/** Returns the complete style for a stored one, which holds only what differs from the plain style. */
export const styleOf = (stored: unknown): Style => ({ ...plainStyle, ...(stored as Partial<Style> | null) });

export const mediaTypes = { png: "image/png", svg: "image/svg+xml", pdf: "application/pdf" };

export type Format = keyof typeof mediaTypes;

/** The largest side of a logo in pixels: more would not be visible in the largest picture. */
export const logoSide = 512;

/** The side of a picture in pixels if the request does not name a size. */
export const defaultPixels = 512;
/** Pictures up to this size get exactly the requested size. */
const exactPixels = 512;
/** Common sizes besides multiples of 100. */
const powers = [1024, 2048, 4096];
const roundPixels = 100;

/**
 * Returns the side in pixels for a requested `size`: 64 to 4,096. Above 512 it is rounded up to a multiple of 100,
 * 1,024, 2,048 or 4,096, so that requests for many sizes create few pictures. Null for an invalid size.
 */
export function parsePixels(size: string): number | null {
  const pixels = /^\d{2,4}$/.test(size) ? Number(size) : 0;
  if (pixels < 64 || pixels > 4096) return null;
  if (pixels <= exactPixels || powers.includes(pixels)) return pixels;
  return Math.min(Math.ceil(pixels / roundPixels) * roundPixels, 4096);
}
