"use client";

import { useLinkStatus } from "next/link";
import { useFormStatus } from "react-dom";

/** Within a link or a form of the statistics: while what it asked for is on its way, the present numbers fade. */
export function PendingMark() {
  const link = useLinkStatus();
  const form = useFormStatus();
  return <span hidden data-pending={link.pending || form.pending || undefined} />;
}
