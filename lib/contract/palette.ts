import { color, optional } from "./fields";
import { z } from "./zod";

/** The colours of a page or an overlay; the service's own where one is not sent. */
export const palette = z.object({
  background: optional(color()),
  text: optional(color()),
  button: optional(color()),
  buttontext: optional(color()),
});
