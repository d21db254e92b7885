/** The result of a server action: its value, or why it was refused. */
export type ActionResult<Value> = ActionSuccess<Value> | ActionRefusal;

export interface ActionSuccess<Value> {
  ok: true;
  value: Value;
  /** sentences about values that were left out or are probably mistakes */
  warnings?: string[];
}

export interface ActionRefusal {
  ok: false;
  /** one sentence for the whole form; empty if the sentences of the fields are enough */
  error: string;
  /** sentences by the dotted path of the field */
  errors: FieldErrors;
  /** what a form without JavaScript sent, except passwords and tokens, so that a refused form keeps its values */
  values?: Record<string, string | undefined>;
  /** set if someone else has changed the thing since it was read */
  outdated?: true;
  /** set if the caller is no longer logged in */
  signedOut?: true;
  /** the confirmation that the action needs first; the same action can be sent again afterwards */
  confirmation?: Confirmation;
}

/** How a user confirms their identity: by what they know, or by a log-in at one of their providers. */
export type Confirmation = { by: "password" | "code" } | { by: "provider"; providers: { id: string; name: string }[] };

export type FieldErrors = Record<string, string | undefined>;

/** The first sentence of each field. */
export function errorsByField(fields: { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of fields) errors[path] ??= message;
  return errors;
}
