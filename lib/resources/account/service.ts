import type { Actor } from "@/lib/auth/actor";
import { noPassword } from "@/lib/auth/log-in";
import { notifyOwner } from "@/lib/auth/notices";
import { endTokens } from "@/lib/auth/one-time-tokens";
import { hashPassword } from "@/lib/auth/password";
import { authorize } from "@/lib/auth/permissions";
import { endOtherSessions } from "@/lib/auth/session-rows";
import { foldEmail } from "@/lib/contract/email";
import { announce } from "@/lib/platform/database/changes";
import { db, isUniqueViolation } from "@/lib/platform/database/db";
import { chosenDefault } from "@/lib/resources/domains/default";
import { emailTaken } from "@/lib/resources/users/service";
import { moveWeeklyReport, setWeeklyReport } from "@/lib/resources/weekly-reports/service";
import { type AccountUpdate, timeZoneChange } from "./schema";

/** Stores the browser's time zone for an account that has none. Unknown names are ignored, because browsers send them. */
export async function adoptTimeZone(actor: Actor, name: unknown): Promise<void> {
  authorize(actor, "account:write");
  const { success, data } = timeZoneChange.safeParse({ timezone: name });
  if (success && actor.timeZone === null) await updateAccount(actor, data);
}

/**
 * Changes what is sent of the e-mail, password, default domain, time zone, weekly report and conversion tracking: all of
 * it or nothing. A new e-mail or password invalidates mailed links; a new password also ends the user's sessions except
 * `keepSessionId`. A new e-mail is unconfirmed. Throws a `conflict` if another account has it.
 */
export async function updateAccount(actor: Actor, input: AccountUpdate, keepSessionId?: string): Promise<void> {
  authorize(actor, "account:write");
  const { userId } = actor;
  const email = input.email && foldEmail(input.email);
  const defaultDomainId = input.domain === undefined ? undefined : await chosenDefault(actor, input.domain);
  const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
  const before = await db
    .$transaction(async (tx) => {
      const present = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      // Confirming the new address will require a password.
      if (email && !passwordHash && present.passwordHash === null) throw noPassword();
      const moved = email !== undefined && email !== present.email;
      await tx.user.update({
        where: { id: userId },
        data: {
          email,
          passwordHash,
          defaultDomainId,
          timeZone: input.timezone,
          trackConversions: input.trackconversions,
          ...(moved && { emailVerifiedAt: null }),
        },
      });
      if (email || passwordHash) await endTokens(userId, ["password_reset", "confirm_email"], tx);
      if (passwordHash) await endTokens(userId, ["log_in"], tx);
      if (passwordHash) await endOtherSessions(userId, keepSessionId, tx);
      if (input.timezone !== undefined) await moveWeeklyReport(actor, input.timezone, tx);
      const timeZone = input.timezone ?? actor.timeZone;
      if (input.weeklyreport !== undefined) await setWeeklyReport({ ...actor, timeZone }, input.weeklyreport, tx);
      return present;
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? emailTaken() : error;
    });
  announce("user_changed", `${userId}`);
  if (input.trackconversions !== undefined) announce("account_links_changed", `${userId}`);
  if (email && email !== before.email) void notifyOwner(userId, (t) => t("changes.email", { email }), before.email);
  if (passwordHash) void notifyOwner(userId, (t) => t("changes.password"));
}
