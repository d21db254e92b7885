/** What a server action with structured input answers: its value, or why it was refused. */
export type ActionResult<Value> = { ok: true; value: Value } | ActionFailure;

export interface ActionFailure {
  ok: false;
  /** one sentence for the form as a whole */
  error: string;
  /** sentences by the dotted path of their field */
  errors: FieldErrors;
}

export type FieldErrors = Record<string, string | undefined>;

/** The first sentence of each field. */
export function errorsByField(fields: { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of fields) errors[path] ??= message;
  return errors;
}

/** The answer of an action, or a failure in the same shape where the server cannot be reached. */
export async function reach<Value>(action: Promise<ActionResult<Value>>): Promise<ActionResult<Value>> {
  return action.catch(() => ({
    ok: false,
    error: "The server cannot be reached. Nothing you typed is lost: please try again.",
    errors: {},
  }));
}
