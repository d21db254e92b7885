/** Letters without a separable accent. */
const PLAIN: Record<string, string> = { ł: "l", ø: "o", đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" };

/** The form in which texts are searched and compared: in lower case and without accents. */
export const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøđıßæœ]/g, (letter) => PLAIN[letter] ?? letter);
