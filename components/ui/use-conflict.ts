import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { type Choices, conflictsIn, merged } from "./conflicts";

/** What an editor shows when someone else has saved the same thing meanwhile. */
export interface OpenConflict {
  conflicts: ReturnType<typeof conflictsIn>;
  decide: (choices: Choices) => void;
  cancel: () => void;
}

interface ConflictOptions<Form, Save> {
  /** what the form's changes are compared with, and the action for exactly that version */
  base: { initial: Form; save: Save };
  /** the same as the page has them now */
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
  const versions = { base: base.initial, mine: form, theirs: present.initial };
  const conflict: OpenConflict | undefined =
    isOpen && !reading
      ? {
          conflicts: conflictsIn(versions),
          decide: (choices) => {
            setOpen(false);
            onMerged(merged(versions, choices), present);
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
