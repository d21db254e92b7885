import { randomUUID } from "node:crypto";
import { countFailures, countMail, countRegistration } from "@/lib/auth/attempts";
import { credentialsWrong } from "@/lib/auth/log-in";
import { hashToken } from "@/lib/auth/one-time-tokens";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { AppError } from "@/lib/contract/errors";
import type { AppLocale } from "@/lib/contract/locales";
import { isRegistrationOpen } from "@/lib/platform/cache/instance-settings";
import { db } from "@/lib/platform/database/db";
import { baseUrl, env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { hmac } from "@/lib/platform/secrets";
import { createUser, freeUsername, usernameTaken } from "@/lib/resources/users/service";
import { confirmationMail, deadLink } from "./email";
import { closed, endInvitation, findInvitation } from "./invitations";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Derives the token from the id, so that every mail of a registration contains the same one. It has 192 bits and is
 * short enough for lines to arrive unbroken.
 */
const tokenOf = (id: string) => Buffer.from(hmac("registration", id)).toString("base64url").slice(0, 32);

interface NewAccount {
  email: string;
  username: string;
  password: string;
  /** the token of an invitation */
  invitation?: string;
}

/** The result: a new user, or a registration whose mail the caller has to send (`mailRegistration`). */
type Begun = { userId: number } | { registrationId: string };

/**
 * Takes a registration. If there is no mail server or an administrator has invited the person, the account is created
 * at once. Otherwise it waits until the address is confirmed. An address that already has an account gets the same
 * answer, so that strangers cannot find out which addresses have one. Throws `forbidden` if registration is closed,
 * `unavailable` if no mail can be sent now, and `rate_limited`.
 */
export async function beginRegistration(input: NewAccount, address: string): Promise<Begun> {
  const { username, password, invitation } = input;
  const invited = invitation ? ((await findInvitation(invitation))?.email ?? null) : null;
  if (!invited && (invitation || !(await isRegistrationOpen()))) throw closed();
  const email = invited ?? input.email;
  // Count first: everything below costs more.
  await countRegistration(address);
  if (invited || !env.SMTP_URL) {
    const { user } = await createUser({ email, username, password, emailVerified: invited !== null });
    if (invited) await endInvitation(invited);
    return { userId: user.id };
  }
  await countMail(email, address);
  const holder = await db.user.findUnique({ where: { usernameFolded: username.toLowerCase() }, select: { id: true } });
  if (holder) throw usernameTaken();
  const passwordHash = await hashPassword(password);
  const expiresAt = new Date(Date.now() + DAY_MS);
  const id = randomUUID();
  const tokenHash = hashToken(tokenOf(id));
  await db.registration.create({ data: { id, email, username, passwordHash, tokenHash, expiresAt } });
  return { registrationId: id };
}

/**
 * Mails the link that confirms a registration's address. If the address already has an account, its owner gets a notice
 * instead. The caller's response must not reveal the difference, in words or in time.
 */
export async function mailRegistration(id: string, email: string, locale: AppLocale): Promise<void> {
  const user = await db.user.findUnique({ where: { email } });
  if (user) {
    const ownLocale = user.locale ?? locale;
    const t = mailWords(ownLocale);
    return sendMail({
      to: email,
      locale: ownLocale,
      subject: t("known.subject", { service: serviceName() }),
      blocks: [
        { text: t("known.text", { username: user.username }) },
        { button: t("known.button"), url: `${baseUrl()}/login` },
        { text: t("known.forgotten") },
        { link: t("reset.button"), url: `${baseUrl()}/forgot-password` },
        { text: t("known.end") },
      ],
    });
  }
  const row = await db.registration.findUnique({ where: { id } });
  if (!row) return;
  const url = `${baseUrl()}/login/confirm/${tokenOf(id)}`;
  await sendMail(confirmationMail({ email, username: row.username, locale, url, until: row.expiresAt }));
}

/** Returns the registration of a link; null once it was used or has expired. */
export const findRegistration = (token: string) =>
  db.registration.findUnique({ where: { tokenHash: hashToken(token), expiresAt: { gt: new Date() } } });

/**
 * Creates the account of a registration and returns the id of its user. Asks for the password, because others may have
 * opened the mail's link. If the username was taken meanwhile, another one is found.
 */
export async function confirmRegistration(token: string, password: string, address: string): Promise<number> {
  const registration = await findRegistration(token);
  if (!registration || !(await isRegistrationOpen())) throw deadLink();
  const { email, passwordHash } = registration;
  const fits = await countFailures(
    "password",
    { account: email, address, device: null },
    async () => (await verifyPassword(passwordHash, password)) || null,
  );
  if (!fits) throw credentialsWrong();
  const username = await freeUsername(registration.username);
  const { user } = await createUser({ email, username, password: null, passwordHash, emailVerified: true }).catch(
    (error) => {
      throw error instanceof AppError && error.kind === "conflict" ? deadLink() : error;
    },
  );
  await db.registration.deleteMany({ where: { email } });
  return user.id;
}
