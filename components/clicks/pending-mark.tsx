"use client";

import { useLinkStatus } from "next/link";
import { useFormStatus } from "react-dom";

/** Use it within a link or a form of the statistics. While its request is running, the present numbers fade. */
export function PendingMark() {
  const link = useLinkStatus();
  const form = useFormStatus();
  return <span hidden data-pending={link.pending || form.pending || undefined} />;
}
