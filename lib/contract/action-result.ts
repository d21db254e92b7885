/** What a server action answers: its value, or why it was refused. */
export type ActionResult<Value> = { ok: true; value: Value } | ActionRefusal;

export interface ActionRefusal {
  ok: false;
  /** one sentence for the form as a whole; empty where the fields' own say it all */
  error: string;
  /** sentences by the dotted path of their field */
  errors: FieldErrors;
  /** what a form without JavaScript sent, passwords and tokens aside, so that a refusal loses nothing */
  values?: Record<string, string | undefined>;
  /** what has to be shown first; the same action may be sent again afterwards */
  confirmation?: Confirmation;
}

/** What shows that it is really the user: what they know, or a log-in at one of their providers. */
export type Confirmation = { by: "password" | "code" } | { by: "provider"; providers: { id: string; name: string }[] };

export type FieldErrors = Record<string, string | undefined>;

/** The first sentence of each field. */
export function errorsByField(fields: { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of fields) errors[path] ??= message;
  return errors;
}
