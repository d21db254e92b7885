const MB = 2 ** 20;

const link = (n: number) =>
  `{"url":"https://example.com/some/page?of=${n}","alias":"a-${n}","title":"Page ${n}, of many","clicks":${n % 100}}`;

/** Repeats an entry up to `bytes`, between `before` and `after`. */
const filled = (bytes: number, before: string, entry: (n: number) => string, after: string): string => {
  const entries = [];
  for (let n = 0, length = 0; length < bytes; n++) length += entries[entries.push(entry(n)) - 1]?.length ?? 0;
  return before + entries.join("") + after;
};

/** Harmful files of links, of about `bytes` each, and the code that refuses them; null if they are accepted. */
export const hostileImports = {
  links: (bytes: number) => [filled(bytes, '{"data":[', (n) => `${n ? "," : ""}${link(n)}`, "]}"), null],
  nested: (bytes: number) => [
    `{"data":[{"url":${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}}]}`,
    "Lists and objects in this file are nested more than 32 levels deep.",
  ],
  "nested around": (bytes: number) => [
    "[".repeat(bytes),
    "Lists and objects in this file are nested more than 32 levels deep.",
  ],
  "nested in a line": () => [
    `{"url":"https://example.com/","related":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`,
    "Lists and objects in this file are nested more than 32 levels deep.",
  ],
  string: (bytes: number) => [
    `[{"url":"https://example.com/${"x".repeat(bytes)}"}]`,
    "One entry of this file is larger than 256 KiB. Check for a missing quotation mark.",
  ],
  number: (bytes: number) => [
    `[${"1".repeat(bytes)}`,
    "One entry of this file is larger than 256 KiB. Check for a missing quotation mark.",
  ],
  key: (bytes: number) => [
    `{"${"k".repeat(bytes)}":[]}`,
    "One entry of this file is larger than 256 KiB. Check for a missing quotation mark.",
  ],
  line: (bytes: number) => [
    `{"url":"https://example.com/"}\n{"url":"${"x".repeat(bytes)}"}\n`,
    "One entry of this file is larger than 256 KiB. Check for a missing quotation mark.",
  ],
  members: (bytes: number) => [
    filled(bytes, '[{"url":"https://example.com/"', (n) => `,"m${n}":{}`, "}]"),
    "One entry of this file is larger than 256 KiB. Check for a missing quotation mark.",
  ],
  "wide objects": (bytes: number) => [
    filled(bytes, "[", (n) => `${n ? "," : ""}{"url":"https://example.com/"${wide}}`, "]"),
    "One entry of this file has more than 1,000 fields.",
  ],
  "tiny objects": (bytes: number) => [
    `[{}${",{}".repeat(bytes / 3)}]`,
    "No column contains destinations. Name the column with the destinations url.",
  ],
  "tiny rows": (bytes: number) => [
    `url\n${"a\n".repeat(bytes / 2)}`,
    "This file has more than 1,000,000 links. Please split it.",
  ],
  "a field without end": (bytes: number) => [
    `url,title\nhttps://example.com/,"${"word\n".repeat(bytes / 5)}`,
    "One entry of this file is larger than 256 KiB. Check for a missing quotation mark.",
  ],
  "wide rows": (bytes: number) => [
    `url,title\n${`${",".repeat(2_000)}https://example.com/\n`.repeat(bytes / 2_000)}`,
    "One entry of this file has more than 1,000 fields.",
  ],
  separators: (bytes: number) => [
    `url,title\n${",".repeat(bytes)}`,
    "One entry of this file is larger than 256 KiB. Check for a missing quotation mark.",
  ],
  "bad UTF-8": (bytes: number) => [
    Buffer.concat([Buffer.from('[{"url":"https://example.com/"},'), Buffer.alloc(bytes, 0xff)]),
    "This file contains characters that are not UTF-8. Please save it as UTF-8.",
  ],
  cut: (bytes: number) => [
    filled(bytes, '{"data":[', (n) => `${n ? "," : ""}${link(n)}`, ""),
    "This file is neither valid JSON nor JSON Lines.",
  ],
} satisfies Record<string, (bytes: number) => [file: string | Buffer, refusal: string | null]>;

const wide = Array.from({ length: 1_100 }, (_, n) => `,"m${n}":1`).join("");

/** A JSON file of the largest accepted size, which would delay visitors if it were parsed on their thread. */
export const hostileImport = (bytes = 56 * MB): string => hostileImports.links(bytes)[0];
