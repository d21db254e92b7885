"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTransition } from "react";

interface ZoneButtonProps {
  /** of the view in UTC */
  query: string;
  /** the zone that is shown; null for UTC */
  zone: string | null;
  label: string;
}

/** Shows days and hours in the person's own time zone, which the browser alone knows. */
export function ZoneButton({ query, zone, label }: ZoneButtonProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const show = () => {
    const parameters = new URLSearchParams(query);
    parameters.set("tz", Intl.DateTimeFormat().resolvedOptions().timeZone);
    startTransition(() => router.push(`?${parameters}`, { scroll: false }));
  };
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
