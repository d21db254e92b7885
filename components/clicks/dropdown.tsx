"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import classes from "./dropdown.module.css";

interface DropdownProps {
  label: string;
  /** whether a choice other than the default is active */
  active?: boolean;
  children: React.ReactNode;
}

/** Choices behind a button. Opens without scripts; a script closes it after a choice. */
export function Dropdown({ label, active, children }: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const closeAndStay = () => {
    close(details.current);
    details.current?.querySelector("summary")?.focus();
  };
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (!details.current?.contains(target as Node)) close(details.current);
    };
    document.addEventListener("pointerdown", closeFromOutside);
    return () => document.removeEventListener("pointerdown", closeFromOutside);
  }, []);
  return (
    <details
      ref={details}
      className={classes.dropdown}
      onClick={(event) => (event.target as Element).closest("a") && closeAndStay()}
      onSubmit={closeAndStay}
      onKeyDown={(event) => event.key === "Escape" && closeAndStay()}
    >
      <summary className={classes.button} data-active={active}>
        {label}
        <IconChevronDown size={15} aria-hidden />
      </summary>
      <div className={classes.panel}>{children}</div>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}
