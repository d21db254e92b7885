import { integer } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";

/** More than any stored image has. */
const most = 10_000;

/** An area of an upload, in pixels. */
export const cropBody = z.object({
  picture: z.string().max(2048),
  left: integer(0, most),
  top: integer(0, most),
  width: integer(1, most),
  height: integer(1, most),
});
