"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { askToDelete } from "@/components/ui/ask-to-delete";
import type { Deletion } from "@/components/ui/deletion";

/** Takes an account elsewhere away from this one, once that was asked. */
export function UnlinkButton({ label, unlink }: { label: string; unlink: Deletion }) {
  const router = useRouter();
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      onClick={() => askToDelete({ ...unlink, onDeleted: () => router.refresh() })}
    >
      {unlink.confirm}
    </Button>
  );
}
