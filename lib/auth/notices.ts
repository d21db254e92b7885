import { db } from "@/lib/db";
import { baseUrl, env } from "@/lib/env";
import { log } from "@/lib/log";
import { sendMail } from "@/lib/mail";

/**
 * Mails the owner of an account a sentence about what has changed, lest somebody else did it: to the present address,
 * or to the one that was the account's before. Nobody waits for it. Without a mail server nothing is kept: nobody would
 * read it in time.
 */
export async function tellOwner(userId: number, sentence: string, formerEmail?: string): Promise<void> {
  if (!env.SMTP_URL) return;
  try {
    const { email, username } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    await sendMail({
      to: formerEmail ?? email,
      subject: "Your Signpost account was changed",
      text: `Hello ${username},

${sentence}

If it was you, all is well. If not, set a new password at once:

${baseUrl()}/forgot-password

That logs out every browser. If the mail for it does not reach you, ask
whoever runs this service.
`,
    });
  } catch (error) {
    log.error({ error: String(error), userId }, "an owner was not told of a change");
  }
}
