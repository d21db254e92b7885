"use client";

import { Alert, Button, Stack } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { useActionState, useEffect, useRef, useState } from "react";
import type { FormState } from "@/lib/http/server-action";
import { useUnsaved } from "./leave-guard";
import { useConfirmed } from "./use-confirmed";
import { useSafeAction } from "./use-safe-action";

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

/** A form for a server action, with its message and button. It works before and without JavaScript. */
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
  /** Variant of the button, if another button is the main one. */
  variant?: "default";
  /** Color of the button, if its action cannot be undone. */
  color?: "red.9";
  /** Keeps the fields' values after the action, where React would reset the form. */
  kept?: boolean;
  /** Replaces the form after success, if a message is not enough. */
  done?: (value: string) => React.ReactNode;
  children: (state: FormState) => React.ReactNode;
}) {
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  // React resets a form after its action, so the action returns what was typed. All fields are text.
  const reached: FormAction = (state, form) =>
    safely(
      confirmed(() => action(state, form)),
      Object.fromEntries(form) as Record<string, string>,
    );
  // Before and without JavaScript, only a server action can be submitted.
  const [state, formAction, pending] = useActionState(useMounted() ? reached : action, null);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(false);
  useUnsaved(typed);

  useEffect(() => {
    if (state?.ok) setTyped(false);
    if (state?.ok === false) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  if (state?.ok && done) return done(state.value);
  // Without this, the browser's messages would replace the service's.
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
        <Button type="submit" variant={variant} color={color} loading={pending} fullWidth={fullWidth}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

/** Props that connect an input to the form's state. */
export function field(state: FormState, name: string) {
  if (!state || state.ok) return { name };
  return { name, error: state.errors[name], defaultValue: state.values?.[name] };
}

/** The message about a whole form, announced by screen readers. Fields have their own messages. */
export function FormMessage({ state }: { state: FormState }) {
  return (
    <>
      {state?.ok === false && Object.keys(state.errors).length === 0 && (
        <Alert color="red" variant="light" mb="lg" icon={<IconAlertCircle size={18} />}>
          {state.error}
        </Alert>
      )}
      {state?.ok && (
        <Alert role="status" color="pine" variant="light" mb="lg" icon={<IconCircleCheck size={18} />}>
          {state.value}
        </Alert>
      )}
    </>
  );
}
