import { optional, timestamp } from "@/lib/contract/fields";
import { refusing, z } from "@/lib/contract/zod";
import { apiPassword, email, secondFactor, webPassword } from "@/lib/resources/users/schema";

export const account = z
  .object({
    id: z.int(),
    email: z.string().meta({ example: "ada@example.com" }),
    username: z.string().meta({ example: "ada" }),
    avatar: z
      .url()
      .describe("A picture that this service draws.")
      .meta({ example: "https://go.example.com/avatar/1.svg" }),
    status: z.enum(["free", "pro"]),
    expires: timestamp().nullable().describe("When the paid plan ends (UTC)."),
    registered: timestamp().describe("When the account was made (UTC)."),
  })
  .meta({ id: "Account" });

export const accountUpdate = z
  .object({
    email: optional(email).describe("Your new e-mail address."),
    password: optional(apiPassword).describe("Your new password: 5 characters at least."),
  })
  .refine((input) => input.email !== undefined || input.password !== undefined, refusing("nothing_to_change"))
  .meta({ example: { email: "ada@example.com" } });

const currentPassword = z
  .string()
  .min(1, refusing("current_password_required"))
  .max(256, refusing("password_too_long"));

export const emailChange = z.object({ email, currentPassword });

export const passwordChange = z.object({ currentPassword, newPassword: webPassword });

export const secondFactorProof = secondFactor.extend({ currentPassword });

export type Account = z.infer<typeof account>;
export type AccountUpdate = z.infer<typeof accountUpdate>;
