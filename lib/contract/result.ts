import { z } from "./zod";

/** The result of a write that returns only a message. */
export const messageResult = z.object({ message: z.string().meta({ example: "Your changes have been saved." }) });
