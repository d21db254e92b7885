import type { RefusalCode } from "./refusal-kinds";
import { z } from "./zod";

/** The result of a write that returns only a message. */
export const messageResult = z.object({ message: z.string().meta({ example: "Your changes have been saved." }) });

/** The warnings beside a success of an operation that can have these. */
export const warningsOf = (codes: RefusalCode[]) =>
  z
    .array(
      z.object({
        field: z.string().describe("The field, with dots if it is nested.").meta({ example: "expiry" }),
        code: z.enum(codes),
        message: z.string().describe("One plain sentence."),
      }),
    )
    .optional()
    .describe(
      "Values that were left out or are probably mistakes, although the request succeeded. Missing if there are none.",
    );
