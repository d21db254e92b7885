import { correction, generate, mode } from "lean-qr";
import { create, type QRCodeErrorCorrectionLevel } from "qrcode";

/** The dark and light squares of a code, without the quiet zone. */
export interface Modules {
  /** modules along a side */
  size: number;
  isDark(x: number, y: number): boolean;
}

/** The levels of error correction in rising order, from the lowest that a code may have. */
const levels = { M: ["M", "Q", "H"], H: ["H"] } as const satisfies Record<string, QRCodeErrorCorrectionLevel[]>;

const isAscii = /^\p{ASCII}*$/u;

/**
 * Encodes text with at least this level of error correction, and with a higher one if the code does not get larger.
 * All addresses of this service are ASCII. Only names and passwords of networks can contain other text, which must
 * declare its encoding: `qrcode` cannot, so that "Café" would be read as Japanese or Chinese.
 */
export function encode(text: string, least: keyof typeof levels): Modules {
  return isAscii.test(text) ? encodeAscii(text, least) : encodeUnicode(text, least);
}

function encodeAscii(text: string, least: keyof typeof levels): Modules {
  const [lowest, ...higher] = levels[least];
  let code = create(text, { errorCorrectionLevel: lowest });
  for (const errorCorrectionLevel of higher) {
    try {
      code = create(text, { version: code.version, errorCorrectionLevel });
    } catch {
      // The text does not fit into this version at this level.
      break;
    }
  }
  const { modules } = code;
  return { size: modules.size, isDark: (x, y) => modules.get(y, x) === 1 };
}

/** Encodes text as UTF-8 and declares it (ECI 26). */
function encodeUnicode(text: string, least: keyof typeof levels): Modules {
  const code = generate(text, { minCorrectionLevel: correction[least], modes: [mode.utf8] });
  return { size: code.size, isDark: (x, y) => code.get(x, y) };
}
