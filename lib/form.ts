import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { AppError, type FieldError } from "./errors";
import { log } from "./log";

/** What a server action tells its form. */
export interface FormState {
  /** the sentence of a success */
  done?: string;
  /** the sentence of a failure that belongs to no field */
  error?: string;
  /** failures by field */
  errors?: Record<string, string | undefined>;
  /** what was typed, passwords aside, so that a failure loses nothing */
  values?: Record<string, string | undefined>;
}

/**
 * Runs a server action's work on its parsed form. Whatever is refused comes back as the form's state, in the words of
 * the schema or the service. `work` returns the sentence to show, or redirects.
 */
export async function submitForm<Input>(
  schema: z.ZodType<Input>,
  form: FormData,
  work: (input: Input) => Promise<string | undefined>,
): Promise<FormState> {
  const given = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !/password|^\$/i.test(name)));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    return { ...failure(fields, ""), values };
  }
  try {
    return { done: await work(parsed.data) };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof AppError) return { ...failure(error.fields ?? [], error.message), values };
    log.error({ error }, "a form failed");
    return { error: "Something went wrong. Please try again.", values };
  }
}

function failure(fields: FieldError[], message: string): FormState {
  const named = fields.filter(({ path }) => path !== "");
  const errors: Record<string, string> = {};
  for (const { path, message } of named) errors[path] ??= message;
  return named.length > 0 ? { errors } : { error: fields[0]?.message ?? message };
}
