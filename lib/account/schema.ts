import { z } from "zod";
import { apiPassword, email, webPassword } from "@/lib/users/schema";

export const account = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  avatar: z.url(),
  status: z.enum(["free", "pro"]),
  expires: z.string().nullable(),
  registered: z.string(),
});

// In JSON bodies `null` and "" mean absent.
const absent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null || value === "" ? undefined : value), schema.optional());

export const accountUpdate = z
  .object({ email: absent(email), password: absent(apiPassword) })
  .refine((input) => input.email !== undefined || input.password !== undefined, "Send an email, a password or both.");

const currentPassword = z.string().min(1, "Enter your current password.").max(256, "That password is too long.");

export const emailChange = z.object({ email, currentPassword });

export const passwordChange = z.object({ currentPassword, newPassword: webPassword });

export type Account = z.infer<typeof account>;
export type AccountUpdate = z.infer<typeof accountUpdate>;
