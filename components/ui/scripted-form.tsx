"use client";

import { type ComponentProps, type RefObject, useEffect, useState } from "react";

interface ScriptedFormProps extends Omit<ComponentProps<"form">, "action" | "onReset" | "noValidate" | "ref"> {
  ref: RefObject<HTMLFormElement | null>;
  /** Saves the state. It must prevent the browser's own submission. */
  onSubmit: NonNullable<ComponentProps<"form">["onSubmit"]>;
}

/** A form that scripts submit. A submission before hydration is repeated after it. */
export function ScriptedForm({ ref, ...props }: ScriptedFormProps) {
  const [sentEarly, setSentEarly] = useState(false);

  // One render later, so that the state has the input from before hydration (preHydrationValue).
  useEffect(() => {
    if (sentEarly) ref.current?.requestSubmit();
  }, [sentEarly, ref]);

  return (
    <form
      {...props}
      ref={ref}
      noValidate
      // React calls this after hydration for a submission from before it. Later submissions never get here, because
      // onSubmit prevents them.
      action={() => setSentEarly(true)}
      // React resets a form after its action.
      onReset={(event) => event.preventDefault()}
    />
  );
}
