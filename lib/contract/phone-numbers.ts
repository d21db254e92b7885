import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Returns a number that begins with a country code, after `+` or `00`, in E.164: `+49 (0)170 1234567` is
 * `+491701234567`. Returns null for any other text. It does not check whether the number is in use.
 */
export const internationalNumber = (text: string): string | null => parsed(text)?.number ?? null;

/** Returns a number in E.164 in a readable form, such as +49 1512 3456789. Any other text stays as it is. */
export const spacedNumber = (text: string): string => parsed(text)?.formatInternational() ?? text;

/**
 * Returns what a phone dials for a number that a person typed. Of a number with a country code, that is without the
 * zero that is dialed only within the country. The other numbers keep their digits.
 */
export function dialedNumber(typed: string): string {
  const number = internationalNumber(typed);
  if (number) return number;
  return digitsOf(/^\s*(?:\+|00)/.test(typed) ? typed.replace(bracketedZero, "") : typed);
}

/** Returns a number as typed, or in a readable form without the zero that is not dialed, for what dials all digits. */
export const storedNumber = (typed: string): string =>
  digitsOf(typed).replace(/^00/, "+") === dialedNumber(typed) ? typed : spacedNumber(typed);

const bracketedZero = /\(\s*0\s*\)/;

const digitsOf = (text: string) => text.replace(/[^\d+]/g, "");

function parsed(text: string): PhoneNumber | undefined {
  // Without a country, the library does not know which prefix stands for the plus. Nearly everywhere it is 00.
  const international = text.trim().replace(/^00/, "+");
  const read = (number: string) => parsePhoneNumberFromString(number, { extract: false });
  const found = read(international);
  // In a few countries, the zero is part of the number. In the others, it is none of a number that exists.
  const meant = found?.isValid() ? found : read(international.replace(bracketedZero, ""));
  return meant?.isPossible() && !meant.ext ? meant : undefined;
}
