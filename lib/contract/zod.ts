import { z } from "zod";
import { type ParamsArgument, type Refusal, readRefusal, refusal, writeRefusal } from "./refusal";
import type { RefusalCode } from "./refusal-kinds";

/** Encodes a refusal as a message for zod, which `parse` decodes. */
export const refusing = <Code extends RefusalCode>(code: Code, ...params: ParamsArgument<Code>): string =>
  writeRefusal(refusal(code, ...params));

/**
 * The codes that a schema's own functions refuse with, for the OpenAPI document, which cannot find them in the schema.
 */
export const schemaRefusals = z.registry<{ codes: RefusalCode[] }>();

const longestReason = 1000;

/** Returns why a schema refuses an input. zod's own words are the fallback. */
export const refusalOfIssue = ({ message }: { message: string }): Refusal =>
  readRefusal(message) ?? refusal("not_accepted", { reason: message.slice(0, longestReason) });

// The default refusals of all schemas. A schema can set its own.
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case "invalid_type":
        if (issue.input === undefined) return refusing("required");
        return refusing("wrong_type", { type: String(issue.expected) });
      case "too_small": {
        const count = Number(issue.minimum);
        if (issue.origin === "string") return count === 1 ? refusing("required") : refusing("too_short", { count });
        return issue.origin === "array" ? refusing("too_few", { count }) : refusing("too_low", { count });
      }
      case "too_big": {
        const count = Number(issue.maximum);
        if (issue.origin === "string") return refusing("too_long", { count });
        return issue.origin === "array" ? refusing("too_many", { count }) : refusing("too_high", { count });
      }
      case "invalid_value":
        return refusing("not_one_of", { choices: (issue.values as unknown[]).join(", ") });
      case "invalid_union":
        return Array.isArray(issue.options) ? refusing("not_one_of", { choices: issue.options.join(", ") }) : undefined;
      case "invalid_format":
        return issue.format === "email" ? refusing("not_an_email") : undefined;
    }
  },
});

export { z };
