import { foldEmail } from "@/lib/contract/email";
import { refusing, z } from "@/lib/contract/zod";

/** A log-in is not checked by the current rules for new passwords, which older ones may not meet. */
export const credentials = z.object({
  email: z.string().overwrite(foldEmail).min(1, refusing("own_email_required")).max(254, refusing("email_too_long")),
  password: z.string().min(1, refusing("own_password_required")).max(256, refusing("password_too_long")),
});
