import { ActionIcon } from "@mantine/core";
import { useRef } from "react";
import { LateTooltip, useNear } from "./late-tooltip";

interface IconButtonProps {
  /** What it does, in a tooltip. */
  label: string;
  /** A longer name for screen readers. */
  name?: string;
  loading: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

/** A button with an icon only. */
export function IconButton({ label, name = label, children, ...button }: IconButtonProps) {
  const target = useRef<HTMLButtonElement>(null);
  const { near, pointer, focus } = useNear();
  return (
    <>
      <ActionIcon
        size="sm"
        ref={target}
        {...button}
        {...pointer}
        {...focus}
        variant="subtle"
        color="gray"
        aria-label={name}
      >
        {children}
      </ActionIcon>
      {near && <LateTooltip target={target} label={label} opened />}
    </>
  );
}
