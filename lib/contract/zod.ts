import { z } from "zod";

const nouns: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

// Every schema's default sentences, in the product's words. A schema that knows more says so itself.
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case "invalid_type":
        if (issue.input === undefined) return "This is required.";
        return `This must be ${nouns[String(issue.expected)] ?? String(issue.expected)}.`;
      case "too_small":
        if (issue.origin === "string") {
          return issue.minimum === 1 ? "This is required." : `This must have at least ${issue.minimum} characters.`;
        }
        if (issue.origin === "array") return `This must have at least ${issue.minimum} entries.`;
        return `This must be at least ${issue.minimum}.`;
      case "too_big":
        if (issue.origin === "string") return `This must have at most ${issue.maximum} characters.`;
        if (issue.origin === "array") return `This must have at most ${issue.maximum} entries.`;
        return `This must be at most ${issue.maximum}.`;
      case "invalid_value":
        return `This must be one of: ${(issue.values as unknown[]).join(", ")}.`;
      case "invalid_union":
        return Array.isArray(issue.options) ? `This must be one of: ${issue.options.join(", ")}.` : undefined;
      case "invalid_format":
        return issue.format === "email" ? "This must be a valid e-mail address." : undefined;
    }
  },
});

export { z };
