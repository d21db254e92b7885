import { parsePhoneNumberFromString } from "libphonenumber-js";

/** A number as people write it: +49 1512 3456789. */
export const spaced = (number: string) => parsePhoneNumberFromString(number)?.formatInternational() ?? number;
