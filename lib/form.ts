import { unstable_rethrow } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { type ActionRefusal, type ActionResult, errorsByField } from "./action-result";
import { unavailable } from "./api/envelope";
import { parse } from "./api/request";
import { AppError } from "./errors";
import { refusalIn } from "./i18n/refusals";
import { log } from "./log";

/** What a server action on a plain form tells it: the sentence of a success, or a refusal; null before it was sent. */
export type FormState = ActionResult<string> | null;

/** Runs the work of a server action. Whatever is refused comes back in the words of the schema or the service. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof AppError) return refusal(error);
    log.error({ error }, "an action failed");
    const message = unavailable(error);
    if (message) return refusal(new AppError("unavailable", message));
    return { ok: false, error: (await getTranslations("ui"))("failed"), errors: {} };
  }
}

/** The same for a form, which may have been sent without JavaScript. `work` returns the sentence to show, or redirects. */
export async function submitForm<Input>(
  schema: z.ZodType<Input>,
  form: FormData,
  work: (input: Input) => Promise<string>,
): Promise<ActionResult<string>> {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const given = Object.fromEntries(entries);
  const result = await attempt(async () => work(parse(schema, given)));
  if (result.ok) return result;
  return { ...result, values: Object.fromEntries(entries.filter(isShownAgain).slice(0, maxShownAgain)) };
}

// Forms have few and short fields; whoever sends others gets no copy of them.
const maxShownAgain = 20;
const isShownAgain = ([name, text]: [string, string]) =>
  !/password|token|^\$/i.test(name) && name.length <= 100 && text.length <= 1_000;

async function refusal({ message, fields = [] }: AppError): Promise<ActionRefusal> {
  const locale = await getLocale();
  const named = fields
    .filter(({ path }) => path !== "")
    .map(({ path, message }) => ({ path, message: refusalIn(locale, message) }));
  // The API names the field in its sentence; a page shows it there.
  const sentence = fields.length === 1 ? (fields[0]?.message ?? message) : message;
  return { ok: false, error: refusalIn(locale, sentence), errors: errorsByField(named) };
}
