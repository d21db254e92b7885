import { z } from "@/lib/contract/zod";

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
