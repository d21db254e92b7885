import { readFileSync } from "node:fs";
import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { costs, requireBudget } from "@/lib/auth/budget";
import { NotConfirmed } from "@/lib/auth/identity-confirmation";
import { clientAddress } from "@/lib/auth/session";
import { type ActionRefusal, type ActionResult, errorsByField } from "@/lib/contract/action-result";
import { AppError, errorOf } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { refusalIn } from "@/lib/contract/refusals";
import { authored } from "@/lib/platform/database/author";
import { unavailable } from "@/lib/platform/database/outage";
import { log } from "@/lib/platform/log/log";
import { withWarnings } from "@/lib/platform/warnings";
import { beginAction } from "./action-call";

/** The result of a server action on a plain form: a message on success, or a refusal. Null before the form was sent. */
export type FormState = ActionResult<string> | null;

/**
 * Runs the work of a server action and charges its cost to the account's rate limit. Returns refusals with the messages
 * of the schema or the service.
 */
export async function attempt<Value>(work: () => Promise<Value>, cost = costs.plain): Promise<ActionResult<Value>> {
  beginAction(await headers());
  try {
    return await authored({ operation: await actionName(), address: await clientAddress() }, async () => {
      await requireBudget(cost);
      const { result, warnings } = await withWarnings(work);
      const locale = warnings.length > 0 ? await getLocale() : undefined;
      return {
        ok: true,
        value: result,
        ...(locale && { warnings: warnings.map((warning) => refusalIn(locale, warning)) }),
      } as const;
    });
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof AppError) return refusal(error);
    log.error({ error }, "an action failed");
    const lack = unavailable(error);
    if (lack) return refusal(errorOf(lack));
    return { ok: false, error: (await getTranslations("ui"))("failed"), errors: {} };
  }
}

/** Runs the work of a form, which may be sent without JavaScript. `work` returns the message to show, or redirects. */
export async function submitForm<Input>(
  schema: z.ZodType<Input>,
  form: FormData,
  work: (input: Input) => Promise<string>,
): Promise<ActionResult<string>> {
  const entries = [...entriesOf(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const given = Object.fromEntries(entries);
  const result = await attempt(async () => work(parse(schema, given)));
  if (result.ok) return result;
  return { ...result, values: Object.fromEntries(entries.filter(isShownAgain).slice(0, maxShownAgain)) };
}

/** Returns the entries of a form. The caller of an action may send anything instead of a form. */
export const entriesOf = (form: unknown): Iterable<[string, FormDataEntryValue]> =>
  form instanceof FormData ? form : [];

// Forms of this service have few and short fields. Other fields are not sent back.
const maxShownAgain = 20;
const isShownAgain = ([name, text]: [string, string]) =>
  !/password|token|^\$/i.test(name) && name.length <= 100 && text.length <= 1_000;

async function refusal(error: AppError): Promise<ActionRefusal> {
  const { fields = [] } = error;
  const locale = await getLocale();
  const named = fields
    .filter(({ path }) => path !== "")
    .map((field) => ({ path: field.path, message: refusalIn(locale, field) }));
  const [only, ...others] = fields;
  return {
    ok: false,
    // The API's message names the field. A page shows the message next to the field instead.
    error: refusalIn(locale, only && others.length === 0 ? only : error),
    errors: errorsByField(named),
    ...(error.kind === "outdated" && { outdated: true }),
    ...(error.code === "signed_out" && { signedOut: true }),
    ...(error instanceof NotConfirmed && { confirmation: error.confirmation }),
  };
}

/** The name of a server action whose name is unknown, because a form without JavaScript sent it. */
const nameless = "dashboard";

let names: Map<string, string> | undefined;

/** Returns the name of the called server action, as the audit log shows it: `createLinkAction`. */
async function actionName(): Promise<string> {
  const id = (await headers()).get("next-action");
  names ??= namesInBuild();
  return (id && names.get(id)) || nameless;
}

/** Returns the names from the build. In development there is no build, so no action has a name. */
function namesInBuild(): Map<string, string> {
  try {
    const text = readFileSync(".next/server/server-reference-manifest.json", "utf8");
    const { node } = JSON.parse(text) as { node: Record<string, { exportedName?: string }> };
    return new Map(Object.entries(node).map(([id, { exportedName = nameless }]) => [id, exportedName]));
  } catch {
    return new Map();
  }
}
