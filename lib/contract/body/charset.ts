import { AppError } from "@/lib/contract/errors";

/** Decodes bytes as text. Throws if they are invalid, so that no text with replaced letters is stored. */
export type Decode = (bytes: Uint8Array) => string;

/** The charset that a `Content-Type` names. */
export const charsetIn = (type: string): string | undefined => /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];

/** Finds a charset by its browser name (https://encoding.spec.whatwg.org/#names-and-labels). Default: UTF-8. */
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
