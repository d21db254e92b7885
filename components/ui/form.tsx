"use client";

import { Button, Stack } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useActionState, useEffect, useRef, useState } from "react";
import type { FormState } from "@/lib/http/server-action";
import { FormMessage } from "./form-message";
import { useUnsaved } from "./leave-guard";
import { useConfirmed } from "./use-confirmed";
import { useSafeAction } from "./use-safe-action";

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

/** A form on a server action: its fields, its sentence, its button. It works before and without JavaScript. */
export function Form({
  action,
  submit,
  fullWidth = false,
  variant,
  color,
  kept = false,
  done,
  children,
}: {
  action: FormAction;
  submit: string;
  fullWidth?: boolean;
  /** of the button, where another one is meant to be pressed rather */
  variant?: "default";
  /** of the button, where what it does cannot be undone */
  color?: "red.9";
  /** whether what was chosen stays after an answer, where React would empty the form */
  kept?: boolean;
  /** what takes the form's place once it has done its work, where that is more than a sentence */
  done?: (value: string) => React.ReactNode;
  children: (state: FormState) => React.ReactNode;
}) {
  const reach = useSafeAction();
  const confirmed = useConfirmed();
  // React empties a form after its action, so what was typed is handed back. All fields are text.
  const reached: FormAction = (state, form) =>
    reach(
      confirmed(() => action(state, form)),
      Object.fromEntries(form) as Record<string, string>,
    );
  // What is sent before and without the page's scripts can only be the server's own action.
  const [state, formAction, pending] = useActionState(useMounted() ? reached : action, null);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(false);
  useUnsaved(typed);

  useEffect(() => {
    if (state?.ok) setTyped(false);
    if (state?.ok === false) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  if (state?.ok && done) return done(state.value);
  // The browser's own checks would stand before our sentences.
  return (
    <form
      ref={form}
      action={formAction}
      noValidate
      onInput={() => setTyped(true)}
      onReset={(event) => kept && event.preventDefault()}
    >
      <FormMessage state={state} />
      <Stack gap="md" align={fullWidth ? "stretch" : "flex-start"}>
        {children(state)}
        <Button type="submit" size="md" variant={variant} color={color} loading={pending} fullWidth={fullWidth}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

/** What connects an input with the form's state. */
export function field(state: FormState, name: string) {
  if (!state || state.ok) return { name };
  return { name, error: state.errors[name], defaultValue: state.values?.[name] };
}
