import { clearable, color, flag, optional } from "@/lib/contract/fields";
import { destination } from "@/lib/contract/link-fields";
import { refusing, z } from "@/lib/contract/zod";

/** Characters that mail programs and browsers could read as the end of a name. */
const controls = /\p{Cc}/u;

/** A change of the instance's settings. Null resets a value. */
export const updateInstanceSettingsBody = z.object({
  name: clearable(
    z
      .string()
      .trim()
      .min(1)
      .max(60)
      .refine((text) => !controls.test(text), refusing("control_characters")),
  ),
  logo: clearable(z.string().max(2048)),
  color: clearable(color()),
  headline: clearable(z.string().trim().min(1).max(120)),
  text: clearable(z.string().trim().min(1).max(1000)),
  landingpage: optional(flag()),
  landingredirect: clearable(destination().max(2048)),
  docspage: optional(flag()),
  registerpage: optional(flag()),
  // The thread that answers visitors parses it. BLOCKLIST is for longer lists.
  blocklist: optional(z.string().max(16_384)),
});

export type UpdateInstanceSettings = z.infer<typeof updateInstanceSettingsBody>;
