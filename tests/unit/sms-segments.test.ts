import { expect, it } from "vitest";
import { measure } from "@/lib/resources/sms/shorten";

const of = (text: string) => {
  const { encoding, units, segments, room } = measure(text);
  return [encoding, units, segments, room];
};

it.each([
  ["nothing", "", ["gsm", 0, 0, 160]],
  ["as much as one message holds", "a".repeat(160), ["gsm", 160, 1, 160]],
  ["one more", "a".repeat(161), ["gsm", 161, 2, 306]],
  ["as much as two hold", "a".repeat(306), ["gsm", 306, 2, 306]],
  ["three", "a".repeat(307), ["gsm", 307, 3, 459]],
  ["what the alphabet has beside letters", "Grüße: @£$¥ Ø\n¿Δ?", ["gsm", 17, 1, 160]],
  ["characters with an escape before them", "{€}", ["gsm", 6, 1, 160]],
  ["as many of those as fit", "€".repeat(80), ["gsm", 160, 1, 160]],
  ["an escape that would be parted from its character", `${"a".repeat(152)}€${"a".repeat(152)}`, ["gsm", 306, 3, 459]],
  ["one character that is not in it", `ç${"a".repeat(69)}`, ["unicode", 70, 1, 70]],
  ["and one more", `ç${"a".repeat(70)}`, ["unicode", 71, 2, 134]],
  ["an emoji", "😀", ["unicode", 2, 1, 70]],
  ["an emoji that would be divided", `${"a".repeat(66)}😀${"a".repeat(66)}`, ["unicode", 134, 3, 201]],
])("%s", (_, text, expected) => {
  expect(of(text)).toEqual(expected);
});

it("lists the characters outside of the alphabet, each once", () => {
  expect(measure("ça va, “ça va” {ok}").foreign).toEqual(["ç", "“", "”"]);
});
