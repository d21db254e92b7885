"use client";

import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useLinkStatus } from "next/link";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useFormStatus } from "react-dom";
import { useDropdown } from "@/components/ui/use-dropdown";
import { chooseZone } from "@/lib/http/choose-zone";
import classes from "./filter-controls.module.css";

interface DropdownProps {
  label: string;
  /** whether a choice other than the default is active */
  active?: boolean;
  children: React.ReactNode;
}

/** Choices behind a button. */
export function Dropdown({ label, active, children }: DropdownProps) {
  return (
    <details {...useDropdown()} className={classes.dropdown}>
      <summary className={classes.button} data-active={active}>
        {label}
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <div className={classes.panel}>{children}</div>
    </details>
  );
}

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
      variant={zone ? "light" : "default"}
      aria-current={zone ? "true" : undefined}
      data-pending={pending || undefined}
      onClick={show}
    >
      {zone ?? label}
    </Button>
  );
}

/** Use it within a link or a form of the statistics. While its request is running, the present numbers fade. */
export function PendingMark() {
  const link = useLinkStatus();
  const form = useFormStatus();
  return <span hidden data-pending={link.pending || form.pending || undefined} />;
}
