"use client";

import { IconX } from "@tabler/icons-react";
import type { ActionResult } from "@/lib/contract/action-result";
import { IconButton } from "./icon-button";
import { useMayWrite } from "./may-write";
import { notifyUndoable } from "./notify";
import { useActionWithRefresh } from "./use-safe-action";

interface RemoveButtonProps {
  label: string;
  remove: () => Promise<ActionResult<null>>;
  putBack: () => Promise<ActionResult<null>>;
  /** Such as "Removed from the campaign". */
  done: string;
}

/** Removes something from a group and offers to undo that. */
export function RemoveButton({ label, remove, putBack, done }: RemoveButtonProps) {
  const { run, pending } = useActionWithRefresh();
  if (!useMayWrite()) return null;
  return (
    <IconButton
      label={label}
      loading={pending}
      onClick={() => run(remove, () => notifyUndoable(done, () => run(putBack)))}
    >
      <IconX size={18} />
    </IconButton>
  );
}
