"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { chooseZone } from "@/lib/http/choose-zone";

interface ZoneButtonProps {
  /** of the view in UTC */
  query: string;
  /** the zone that is shown; null for UTC */
  zone: string | null;
  label: string;
}

/**
 * Shows days and hours in the user's own time zone, which only the browser knows, and saves it for the account. If the
 * user may not change the account's zone, it applies only to this view.
 */
export function ZoneButton({ query, zone, label }: ZoneButtonProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const show = () =>
    startTransition(async () => {
      const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const form = new FormData();
      form.set("timezone", own);
      const kept = await chooseZone(null, form).catch(() => null);
      const parameters = new URLSearchParams(query);
      if (!kept?.ok) parameters.set("tz", own);
      router.push(`?${parameters}`, { scroll: false });
    });
  return (
    <Button
      size="sm"
      variant={zone ? "light" : "default"}
      aria-current={zone ? "true" : undefined}
      data-pending={pending || undefined}
      onClick={show}
    >
      {zone ?? label}
    </Button>
  );
}
