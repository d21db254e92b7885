import { id } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";

/** The pixels of something that visitors meet. */
export const pixelIds = () => z.array(id()).max(50).describe("The IDs of your pixels that load for visitors.");
