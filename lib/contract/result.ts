import { z } from "./zod";

/** What a write answers that has nothing else to say. */
export const messageResult = z.object({ message: z.string().meta({ example: "Your changes have been saved." }) });
