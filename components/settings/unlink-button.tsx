"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { askFirst } from "@/components/ui/ask-first";
import type { Question } from "@/components/ui/question";

/** Takes an account elsewhere away from this one, once that was asked. */
export function UnlinkButton({ label, unlink }: { label: string; unlink: Question }) {
  const router = useRouter();
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      onClick={() => askFirst({ ...unlink, onDone: () => router.refresh() })}
    >
      {unlink.confirm}
    </Button>
  );
}
