import { optional } from "@/lib/api/fields";
import { apiPassword, email } from "@/lib/users/schema";
import { z } from "@/lib/zod";

export const account = z
  .object({
    id: z.int(),
    email: z.string(),
    username: z.string(),
    avatar: z.url(),
    status: z.enum(["free", "pro"]),
    expires: z.string().nullable(),
    registered: z.string(),
  })
  .meta({ id: "Account" });

export const accountUpdate = z
  .object({ email: optional(email), password: optional(apiPassword) })
  .refine(
    (input) => input.email !== undefined || input.password !== undefined,
    "Send an e-mail address, a password or both.",
  );

export type Account = z.infer<typeof account>;
export type AccountUpdate = z.infer<typeof accountUpdate>;
