import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import type { ActionResult, FieldErrors } from "@/lib/action-result";
import { useReach } from "./use-reach";

interface EditorOptions<Form, Saved> {
  /** what the form shows at first; empty text stands for what is not set */
  initial: Form;
  /** the server action; it gets what was changed, and what was emptied as null */
  save: (changes: Record<string, unknown>) => Promise<ActionResult<Saved>>;
  onSaved: (saved: Saved) => void;
  /** what must not be empty: an empty value counts as left out, so the server could not tell */
  required?: (keyof Form & string)[];
  onRefused?: (errors: FieldErrors) => void;
}

/** What the fields of an editor work on. */
export interface Fields<Form> {
  form: Form;
  errors: FieldErrors;
  set: <Key extends keyof Form & string>(key: Key, value: Form[Key]) => void;
  /** the properties that bind a text input to a field */
  text: (key: TextKey<Form>) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
}

type TextKey<Form> = { [Key in keyof Form & string]: Form[Key] extends string ? Key : never }[keyof Form & string];

export function fieldsOf<Form>({ form, errors, set }: Omit<Fields<Form>, "text">): Fields<Form> {
  const text: Fields<Form>["text"] = (key) => ({
    name: key,
    value: form[key] as string,
    error: errors[key],
    onChange: (event) => set(key, event.currentTarget.value as Form[typeof key]),
  });
  return { form, errors, set, text };
}

/** An editor's state: what is typed, what was refused of it, whether it is being saved. Give it to `<Editor>`. */
export function useEditor<Form extends object, Saved>({
  initial,
  save,
  onSaved,
  required = [],
  onRefused,
}: EditorOptions<Form, Saved>) {
  const t = useTranslations("ui");
  const reach = useReach();
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [pending, startTransition] = useTransition();
  const element = useRef<HTMLFormElement>(null);

  // After whatever hid the first refused field has been opened.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);

  const set: Fields<Form>["set"] = (key, value) => {
    setForm((present) => ({ ...present, [key]: value }));
    // A sentence about what has just been changed would be out of date.
    setErrors((present) =>
      Object.fromEntries(Object.entries(present).filter(([path]) => path !== key && !path.startsWith(`${key}.`))),
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page's scripts have come
  useEffect(() => {
    const early = Object.keys(form).map((key) => [key, filledEarly(element.current?.elements.namedItem(key))]);
    const found = early.filter(([, value]) => value !== undefined);
    if (found.length > 0) setForm((present) => ({ ...present, ...Object.fromEntries(found) }));
  }, []);

  const refuse = (sentence: string, found: FieldErrors) => {
    const shown = Object.keys(found).some((path) => (path.split(".")[0] ?? "") in form);
    setErrors(found);
    setFailure(shown ? t("marked") : sentence);
    setRefusals((count) => count + 1);
    onRefused?.(found);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    const missing = required.filter((key) => isEmpty(form[key]));
    if (missing.length > 0) return refuse("", Object.fromEntries(missing.map((key) => [key, t("required")])));
    startTransition(async () => {
      const result = await reach(save(changesOf(form, initial)));
      if (result.ok) onSaved(result.value);
      else refuse(result.error, result.errors);
    });
  };

  return { fields: fieldsOf({ form, errors, set }), failure, pending, submit, element };
}

/** What somebody chose or typed before the page's scripts were there to notice. React leaves it, and does not tell. */
function filledEarly(control: unknown): string | undefined {
  if (control instanceof HTMLSelectElement) {
    const chosen = control.selectedOptions[0];
    const known = [...control.options].some(({ defaultSelected }) => defaultSelected);
    return known && chosen && !chosen.defaultSelected ? chosen.value : undefined;
  }
  const isText =
    control instanceof HTMLTextAreaElement ||
    (control instanceof HTMLInputElement && /^(?:text|url|email|tel)$/.test(control.type));
  return isText && control.value !== control.defaultValue ? control.value : undefined;
}

/** What differs from `initial`; what was emptied is sent as null, which clears it. */
export function changesOf<Form extends object>(form: Form, initial: Form): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(initial));
  const changed = Object.entries(form).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)),
  );
  return Object.fromEntries(changed.map(([key, value]) => [key, isEmpty(value) ? null : value]));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return (
    typeof value === "object" && Object.values(value).every((member) => typeof member === "boolean" || isEmpty(member))
  );
}
