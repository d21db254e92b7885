import { color, optional } from "./fields";
import { z } from "./zod";

/** The colors of a page or an overlay. The defaults of the service apply to those that are not sent. */
export const palette = z.object({
  background: optional(color()),
  text: optional(color()),
  button: optional(color()),
  buttontext: optional(color()),
});
