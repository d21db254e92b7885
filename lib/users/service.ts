import type { User } from "@/generated/prisma/client";
import { findFreePlan } from "@/lib/auth/actor";
import { generateApiKey, sealApiKey } from "@/lib/auth/api-key";
import { hashPassword } from "@/lib/auth/password";
import { db, isTaken } from "@/lib/db";
import { AppError, type FieldError } from "@/lib/errors";

/**
 * A new user on the Free plan, with its API key (`apiKey` where one is given).
 * Throws a `conflict` that names the fields when the e-mail or the username is taken, whatever its case.
 */
export async function createUser(input: {
  email: string;
  username: string;
  password: string;
  admin?: boolean;
  apiKey?: string;
}): Promise<{ user: User; apiKey: string }> {
  const email = input.email.toLowerCase();
  const usernameFolded = input.username.toLowerCase();
  const apiKey = input.apiKey ?? generateApiKey();
  const [plan, passwordHash] = await Promise.all([findFreePlan(), hashPassword(input.password)]);
  try {
    const user = await db.user.create({
      data: {
        email,
        username: input.username,
        usernameFolded,
        passwordHash,
        admin: input.admin ?? false,
        planId: plan.id,
        apiKey: { create: sealApiKey(apiKey) },
      },
    });
    return { user, apiKey };
  } catch (error) {
    throw isTaken(error) ? ((await conflict(email, usernameFolded)) ?? error) : error;
  }
}

async function conflict(email: string, usernameFolded: string): Promise<AppError | null> {
  const holders = await db.user.findMany({
    where: { OR: [{ email }, { usernameFolded }] },
    select: { email: true, usernameFolded: true },
  });
  const fields: FieldError[] = [];
  if (holders.some((holder) => holder.email === email)) fields.push(emailTaken);
  if (holders.some((holder) => holder.usernameFolded === usernameFolded)) fields.push(usernameTaken);
  return fields[0] ? new AppError("conflict", fields[0].message, fields) : null;
}

export const emailTaken = { path: "email", message: "There is already an account with that e-mail address." };
const usernameTaken = { path: "username", message: "That username is taken. Please choose another one." };
