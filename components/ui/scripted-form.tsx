"use client";

import { type ComponentProps, type RefObject, useEffect, useState } from "react";

interface ScriptedFormProps extends Omit<ComponentProps<"form">, "action" | "onReset" | "noValidate" | "ref"> {
  ref: RefObject<HTMLFormElement | null>;
  /** saves what is in the state; it must prevent the browser's own submission */
  onSubmit: NonNullable<ComponentProps<"form">["onSubmit"]>;
}

/** A form that its scripts send. A submission that comes before them is not lost: they do it once they are there. */
export function ScriptedForm({ ref, ...props }: ScriptedFormProps) {
  const [sentEarly, setSentEarly] = useState(false);

  // A render later, when the state knows what was typed before the scripts came (preHydrationValue).
  useEffect(() => {
    if (sentEarly) ref.current?.requestSubmit();
  }, [sentEarly, ref]);

  return (
    <form
      {...props}
      ref={ref}
      noValidate
      // React holds back a submission that comes before its scripts, and calls this then. It never calls it later, as
      // onSubmit prevents that.
      action={() => setSentEarly(true)}
      // React empties a form after its action.
      onReset={(event) => event.preventDefault()}
    />
  );
}
