"use client";

import { ActionIcon, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import { useMayWrite } from "./may-write";
import { notifyFailed, notifyUndoable } from "./notify";
import { useSafeAction } from "./use-safe-action";

interface RemoveButtonProps {
  label: string;
  remove: () => Promise<ActionResult<null>>;
  putBack: () => Promise<ActionResult<null>>;
  /** Such as "Removed from the campaign". */
  done: string;
}

/** Removes something from a group and offers to undo that. */
export function RemoveButton({ label, remove, putBack, done }: RemoveButtonProps) {
  const safely = useSafeAction();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const run = (action: () => Promise<ActionResult<null>>, whenDone: () => void) =>
    startTransition(async () => {
      const result = await safely(action());
      if (!result.ok) return notifyFailed(result.error);
      router.refresh();
      whenDone();
    });
  if (!useMayWrite()) return null;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        loading={pending}
        onClick={() => run(remove, () => notifyUndoable(done, () => run(putBack, () => {})))}
      >
        <IconX size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
