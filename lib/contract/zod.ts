import { z } from "zod";
import { type ParamsArgument, type Refusal, readRefusal, refusal, writeRefusal } from "./refusal";
import type { RefusalCode } from "./refusal-kinds";

/** What a schema gives zod for a message: the refusal itself, which `parse` reads again. */
export const refusing = <Code extends RefusalCode>(code: Code, ...params: ParamsArgument<Code>): string =>
  writeRefusal(refusal(code, ...params));

/** The codes of schemas whose own functions refuse, which nobody can see from outside. For the OpenAPI document. */
export const schemaRefusals = z.registry<{ codes: RefusalCode[] }>();

const longestReason = 1000;

/** Why a schema does not take something. zod's own words are left for what no schema of ours says. */
export const refusalOfIssue = ({ message }: { message: string }): Refusal =>
  readRefusal(message) ?? refusal("not_accepted", { reason: message.slice(0, longestReason) });

// What every schema refuses by default. A schema that knows more says so itself.
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
