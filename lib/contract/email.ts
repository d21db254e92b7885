import { refusing, z } from "./zod";

/**
 * Returns an e-mail address in the form in which accounts store and compare it. Only ASCII letters are folded, because
 * the lower case of some other letters is ASCII: `K` (U+212A) would become the `k` of another person's address.
 */
export const foldEmail = (address: string): string =>
  address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The address of an account: one address, in ASCII. A domain with other letters is written in Punycode. */
export const accountEmail = z
  .string({ error: refusing("email_required") })
  .overwrite(foldEmail)
  .max(254, refusing("email_too_long"))
  .pipe(z.email(refusing("email_invalid")))
  .meta({ format: "email" });

/** Returns the address of an account from a text of another service; null if it is not one. */
export const readEmail = (text: string): string | null => accountEmail.safeParse(text).data ?? null;
