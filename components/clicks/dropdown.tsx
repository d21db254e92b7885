"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useDropdown } from "@/components/ui/use-dropdown";
import classes from "./dropdown.module.css";

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
        <IconChevronDown size={15} aria-hidden />
      </summary>
      <div className={classes.panel}>{children}</div>
    </details>
  );
}
