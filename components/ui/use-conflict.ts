import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { Versions } from "./conflicts";

/** The props of the dialog that an editor shows when someone else has saved the same thing meanwhile. */
export interface OpenConflict<Form extends object> {
  versions: Versions<Form>;
  /** continues with the merged form */
  decide(form: Form): void;
  cancel: () => void;
}

interface ConflictOptions<Form, Save> {
  /** the values that the form's changes are compared with, and the action for exactly that version */
  base: { initial: Form; save: Save };
  /** the values and the action for the page's present version */
  present: { initial: Form; save: Save };
  form: Form;
  /** continues with the merged form on the present version */
  onMerged: (form: Form, present: { initial: Form; save: Save }) => void;
}

/** Reads the page again after a save was refused as outdated, then asks which values to keep. */
export function useConflict<Form extends object, Save>({ base, present, form, onMerged }: ConflictOptions<Form, Save>) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [reading, startReading] = useTransition();
  const conflict: OpenConflict<Form> | undefined =
    isOpen && !reading
      ? {
          versions: { base: base.initial, mine: form, theirs: present.initial },
          decide: (merged) => {
            setOpen(false);
            onMerged(merged, present);
          },
          cancel: () => setOpen(false),
        }
      : undefined;
  const open = () =>
    startReading(() => {
      router.refresh();
      setOpen(true);
    });
  return { conflict, open, reading };
}
