import { id } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";

/** The field for the pixels of a link or page. */
export const pixelIds = () => z.array(id()).max(50).describe("The IDs of your pixels that load for visitors.");
