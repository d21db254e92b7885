import { parsePhoneNumberFromString } from "libphonenumber-js";

/** A number in a readable form, such as +49 1512 3456789. */
export const spaced = (number: string) => parsePhoneNumberFromString(number)?.formatInternational() ?? number;
