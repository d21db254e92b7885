import { AppError } from "@/lib/contract/errors";

/** How bytes become text. Throws where they are not what they are said to be: nothing is stored with letters replaced. */
export type Decode = (bytes: Uint8Array) => string;

/** The charset that a `Content-Type` names. */
export const charsetIn = (type: string): string | undefined => /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];

/** By a charset's name as browsers know it (https://encoding.spec.whatwg.org/#names-and-labels); UTF-8 unless named. */
export function decoderOf(charset = "UTF-8"): Decode {
  const shown = charset.slice(0, 40);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw new AppError("body_charset_unknown", { charset: shown });
  }
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new AppError("body_not_in_charset", { charset: shown });
    }
  };
}
