/** Characters that percent codes stand for. The others have a meaning in URLs, or cannot be seen. */
const shown = /^[^\p{C}\p{Z}%#?&=+/;:@$,]$/u;

/** Returns a URI as people read it: with letters instead of percent codes and Punycode. It leads to the same page. */
export function readableUrl(uri: string): string {
  const [, scheme = "", host = "", rest = ""] = /^(https?:\/\/)([^/?#]*)(.*)$/is.exec(uri) ?? [];
  return scheme + readableHost(host) + rest.replace(/(?:%[\da-f]{2})+/gi, readableCodes);
}

/** Returns a host as people read it: with letters instead of Punycode. */
export const readableHost = (host: string): string => host.split(".").map(readableLabel).join(".");

function readableCodes(codes: string): string {
  try {
    const text = [...decodeURIComponent(codes)];
    return text.map((character) => (shown.test(character) ? character : encodeURIComponent(character))).join("");
  } catch {
    return codes;
  }
}

const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700];

/** Decodes a label of a host from Punycode (RFC 3492). Returns one that is not valid unchanged. */
function readableLabel(label: string): string {
  if (!/^xn--[a-z\d-]+$/i.test(label)) return label;
  const text = label.slice(4);
  const end = text.lastIndexOf("-");
  const output = end > 0 ? [...text.slice(0, end)].map((letter) => letter.charCodeAt(0)) : [];
  const digits = text.slice(end + 1);
  let [code, index, bias] = [128, 0, 72];
  for (let at = 0; at < digits.length; ) {
    const before = index;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = Number.parseInt(digits.charAt(at++) || "?", 36);
      if (Number.isNaN(digit)) return label;
      // In base 36 of Punycode, letters come before digits.
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const count = output.length + 1;
    bias = adaptedBias(index - before, count, before === 0);
    code += Math.floor(index / count);
    if (code > 0x10_ffff) return label;
    index %= count;
    output.splice(index++, 0, code);
  }
  const readable = String.fromCodePoint(...output).normalize("NFC");
  return [...readable].every((character) => shown.test(character)) && !isMixed(readable) ? readable : label;
}

/** Returns whether a label has both Latin and other letters, which may imitate a known name. */
const isMixed = (label: string) => /\p{Script=Latin}/u.test(label) && /(?!\p{Script=Latin})\p{L}/u.test(label);

function adaptedBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** Returns a URL without its scheme, as people read it. */
export const withoutScheme = (url: string) =>
  readableUrl(url)
    .replace(/^https?:\/\//i, "")
    .replace(/^([^/]+)\/$/, "$1");
