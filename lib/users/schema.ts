import { commonPasswords } from "@/lib/auth/common-passwords";
import { z } from "@/lib/zod";

// Names that would mislead ("admin", "support") or stand where the service's own pages are.
const reserved = new Set(
  `about abuse account admin administrator api app auth avatar billing blog bot contact dashboard default dev docs help hostmaster
  info legal login logout mail me moderator noreply no-reply null official owner postmaster privacy qr register root security
  settings signpost staff status support system team terms undefined user username users webmaster www`.split(/\s+/),
);

/** Lower case, as it is stored. */
export const email = z
  .string({ error: "Enter an e-mail address." })
  .trim()
  .toLowerCase()
  .max(254, "That e-mail address is too long.")
  .pipe(z.email("Enter a valid e-mail address, like name@example.com."));

export const username = z
  .string({ error: "Enter a username." })
  .trim()
  .min(3, "Use at least 3 characters.")
  .max(32, "Use at most 32 characters.")
  .regex(/^[A-Za-z0-9_-]+$/, "Use only letters, digits, - and _.")
  .refine((value) => !reserved.has(value.toLowerCase()), "That username is reserved. Please choose another one.");

const text = z.string({ error: "Enter a password." }).max(256, "Use at most 256 characters.");

/** What the API takes. */
export const apiPassword = text.min(5, "Use at least 5 characters.");

/** What the web pages take. */
export const webPassword = text
  .min(8, "Use at least 8 characters.")
  .refine(
    (value) => !commonPasswords.has(value.toLowerCase()),
    "That password is too well known. Please choose another one.",
  );

export const registration = z.object({ email, username, password: webPassword });

/** A log-in is judged by whether it fits, not by today's rules for new accounts. */
export const credentials = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, "Enter your e-mail address.")
    .max(254, "That e-mail address is too long."),
  password: z.string().min(1, "Enter your password.").max(256, "That password is too long."),
});

export const passwordResetRequest = z.object({ email });

export const passwordReset = z.object({ token: z.string().max(100), password: webPassword });

/** A form that knows where to go on afterwards. The path is not trusted: see `nextPath`. */
export const withNext = <Shape extends z.core.$ZodLooseShape>(form: z.ZodObject<Shape>) =>
  form.extend({ next: z.string().optional() });
