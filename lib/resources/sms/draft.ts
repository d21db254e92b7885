import type { Actor } from "@/lib/auth/actor";
import { draftOf } from "./shorten";

/** A message before it is sent. */
export interface SmsDraft extends Measure {
  /** the text as it will be sent, except for the aliases of its links */
  text: string;
}

export async function draftSms(actor: Actor, message: string): Promise<SmsDraft> {
  const text = await draftOf(actor, message);
  return { text, ...measure(text) };
}

/** The size of a text as a message: providers charge by the segment. */
interface Measure {
  /** `gsm`: 7 bits a character; `unicode`: 16 bits, which a single character outside the GSM alphabet requires */
  encoding: "gsm" | "unicode";
  /** number of characters; some count twice */
  units: number;
  segments: number;
  /** how many units fit into these segments */
  room: number;
  /** the characters outside the GSM alphabet, each once */
  foreign: string[];
}

/** The GSM 7-bit default alphabet (3GPP TS 23.038). */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension. Each character needs an escape before it. */
const extended = new Set("\f^{}\\[~]|€");

/** In a message with several parts, each part begins with a header. */
const sizes = { gsm: { alone: 160, part: 153 }, unicode: { alone: 70, part: 67 } };

export function measure(text: string): Measure {
  const characters = [...text];
  const foreign = [...new Set(characters.filter((one) => !basic.has(one) && !extended.has(one)))];
  const encoding = foreign.length > 0 ? "unicode" : "gsm";
  const widths = characters.map((one) => (encoding === "unicode" ? one.length : extended.has(one) ? 2 : 1));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { alone, part } = sizes[encoding];
  if (units <= alone) return { encoding, units, segments: units === 0 ? 0 : 1, room: alone, foreign };
  const segments = partsOf(widths, part);
  return { encoding, units, segments, room: segments * part, foreign };
}

/** Returns how many parts hold characters of these widths in order, without dividing one. */
function partsOf(widths: number[], size: number): number {
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > size) {
      parts++;
      used = 0;
    }
    used += width;
  }
  return parts;
}
