/** A part of a picture, in whole pixels. */
export interface CropArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** Where a part is within its picture: from 0, at the left or upper edge, to 1. */
export interface CropPlace {
  x: number;
  y: number;
}

/** Width to height of the image of a link preview, as X, Slack and WhatsApp show it. */
export const cardRatio = 1200 / 630;

/** Returns the largest part of a picture with this ratio, made smaller by `zoom`, which is at least 1. */
export function cropArea({ width, height }: Size, ratio: number, zoom: number, { x, y }: CropPlace): CropArea {
  const widest = Math.min(width, height * ratio) / zoom;
  const size = { width: Math.max(1, Math.floor(widest)), height: Math.max(1, Math.floor(widest / ratio)) };
  return { left: Math.round(x * (width - size.width)), top: Math.round(y * (height - size.height)), ...size };
}
