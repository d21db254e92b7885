import { expect, it } from "vitest";
import { dialedNumber, internationalNumber, storedNumber } from "@/lib/contract/phone-numbers";

it.each([
  ["+49 (0)170 123-45 67", "+491701234567"],
  ["0049 (0) 30 1234", "+49301234"],
  ["+49 0170 1234567", "+491701234567"],
  ["+44(0)20 7946 0958", "+442079460958"],
  ["+7 (8) 495 123-45-67", "+74951234567"],
  ["+36 (06) 1 234 5678", "+3612345678"],
  // In Italy, the zero is part of the number.
  ["+39 (0)6 698 12345", "+390669812345"],
  ["+39 06 698 12345", "+390669812345"],
  // The number does not exist, but its zero is removed as well.
  ["+1 (0)212 555 0123", "+12125550123"],
  ["+49 (0)170", "+49170"],
  ["(0) 30 1234", "0301234"],
  ["(030) 1234", "0301234"],
  ["030/1234-0", "03012340"],
  ["112", "112"],
  ["*#06#", "06"],
])("a phone dials for %j %s", (typed, dialed) => {
  expect(dialedNumber(typed)).toBe(dialed);
});

it.each([
  ["+49 (0)170 123-45 67", "+49 170 1234567"],
  ["0049 (0) 30 1234", "+49 30 1234"],
  ["+49 30 / 12 34-0", "+49 30 / 12 34-0"],
  ["0049 30 1234", "0049 30 1234"],
  ["(030) 1234", "(030) 1234"],
  ["112", "112"],
])("a contact has for %j %s", (typed, stored) => {
  expect(storedNumber(typed)).toBe(stored);
});

it.each(["030 1234", "112", "", "+", "+49", "+49 30 1234 ext. 5", "call +49 30 1234"])(
  "%j is not a number with a country code",
  (text) => {
    expect(internationalNumber(text)).toBeNull();
  },
);
