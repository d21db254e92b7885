import { useState } from "react";
import type { FieldErrors } from "@/lib/action-result";
import type { LinkForm } from "./link-form";

/** What every part of the editor works on. */
export interface LinkFields {
  form: LinkForm;
  errors: FieldErrors;
  set: <Key extends keyof LinkForm>(key: Key, value: LinkForm[Key]) => void;
  /** the properties that bind a text input to a field */
  text: (key: TextKey) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
}

type TextKey = { [Key in keyof LinkForm]: LinkForm[Key] extends string ? Key : never }[keyof LinkForm];

export function useLinkForm(initial: LinkForm) {
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});

  const set: LinkFields["set"] = (key, value) => {
    setForm((present) => ({ ...present, [key]: value }));
    // A sentence about what has just been changed would be out of date.
    setErrors((present) =>
      Object.fromEntries(Object.entries(present).filter(([path]) => path !== key && !path.startsWith(`${key}.`))),
    );
  };
  const text: LinkFields["text"] = (key) => ({
    name: key,
    value: form[key],
    error: errors[key],
    onChange: (event) => set(key, event.currentTarget.value),
  });
  return { form, errors, setErrors, set, text };
}
