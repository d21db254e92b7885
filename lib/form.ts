import { unstable_rethrow } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { type ActionRefusal, type ActionResult, errorsByField } from "./action-result";
import { parse } from "./api/request";
import { AppError, type FieldError } from "./errors";
import { log } from "./log";

/** What a server action on a plain form tells it: the sentence of a success, or a refusal; null before it was sent. */
export type FormState = ActionResult<string> | null;

/** Runs the work of a server action. Whatever is refused comes back in the words of the schema or the service. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof AppError) return refusal(error.message, error.fields);
    log.error({ error }, "an action failed");
    return refusal((await getTranslations("ui"))("failed"));
  }
}

/** The same for a form, which may have been sent without JavaScript. `work` returns the sentence to show, or redirects. */
export async function submitForm<Input>(
  schema: z.ZodType<Input>,
  form: FormData,
  work: (input: Input) => Promise<string>,
): Promise<ActionResult<string>> {
  const given = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const result = await attempt(async () => work(parse(schema, given)));
  if (result.ok) return result;
  return {
    ...result,
    values: Object.fromEntries(Object.entries(given).filter(([name]) => !/password|^\$/i.test(name))),
  };
}

function refusal(error: string, fields: FieldError[] = []): ActionRefusal {
  const named = fields.filter(({ path }) => path !== "");
  return { ok: false, error, errors: errorsByField(named) };
}
