"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type ConfirmDialogProps, useConfirmDialog } from "@/components/ui/confirm-dialog";

/** Disconnects a provider's account after a confirmation. */
export function UnlinkButton({ label, unlink }: { label: string; unlink: ConfirmDialogProps }) {
  const router = useRouter();
  const openConfirmDialog = useConfirmDialog();
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      onClick={() => openConfirmDialog({ ...unlink, onDone: () => router.refresh() })}
    >
      {unlink.confirm}
    </Button>
  );
}
