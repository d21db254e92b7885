/** Characters that JSON or HTML write in another way, with all names of HTML. */
const otherSpellings: Record<string, string[]> = {
  '"': ['\\\\"', "&quot;"],
  "\\": ["\\\\\\\\"],
  "/": ["\\\\/", "&sol;"],
  "&": ["&amp;"],
  "<": ["&lt;"],
  ">": ["&gt;"],
  "'": ["&apos;"],
};

/** A shorter part of an encoded token could be found anywhere. */
const SHORTEST_ENCODED = 4;

/**
 * Returns the first `length` characters of a service's answer, with `{token}` wherever it repeats the token, in any
 * encoding in which a request contains it or a service may write it: percent escapes, also encoded twice, JSON, HTML,
 * and Base64 with anything before and after it. The answer should be longer by `mostRepeated`, because its end may cut
 * a repeated token.
 */
export function maskToken(answer: string, token: string, length: number): string {
  let shown = "";
  let from = 0;
  for (const { 0: found, index } of token ? answer.matchAll(patternOf(token)) : []) {
    if (index >= length) break;
    shown += `${answer.slice(from, index)}{token}`;
    from = index + found.length;
  }
  return shown + answer.slice(from, Math.max(from, length));
}

/** The most characters of a token in one of these encodings. */
export const mostRepeated = (token: string) => token.length * LONGEST_SPELLING;

/** That of `%25XX`, `\\u00XX` and `&#x00XX;`. */
const LONGEST_SPELLING = 8;

const patternOf = (token: string) =>
  new RegExp([token, ...base64sOf(token)].map((text) => [...text].map(spellingsOf).join("")).join("|"), "g");

function spellingsOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = anyCase(code.toString(16).padStart(2, "0"));
  const spellings = [
    ...[
      `%(?:25)?${hex}`,
      `\\\\u00${hex}`,
      `&#x0*${anyCase(code.toString(16))};`,
      `&#X0*${anyCase(code.toString(16))};`,
    ],
    ...[`&#0*${code};`, ...(otherSpellings[character] ?? []), `\\x${code.toString(16).padStart(2, "0")}`],
  ];
  return `(?:${spellings.join("|")})`;
}

const anyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * Returns the parts of Base64 texts that follow from the token alone, for each number of bytes before it, in both
 * alphabets.
 */
function base64sOf(token: string): string[] {
  const parts = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]);
    const whole = bytes.toString("base64").replace(/={1,2}$/, "");
    // The first and last characters also have bits of what precedes and follows.
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  const both = parts.flatMap((part) => [part, part.replaceAll("+", "-").replaceAll("/", "_")]);
  return [...new Set(both)].filter((part) => part.length >= SHORTEST_ENCODED);
}
