import { Button } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { lazy, Suspense, useRef, useState } from "react";
import type { OpenedPopoverProps } from "./opened-popover";
import { retryImport } from "./retry-import";

const OpenedPopover = lazy(() => retryImport(() => import("./opened-popover")));

interface LatePopoverProps extends Omit<OpenedPopoverProps, "button"> {
  Icon: React.ComponentType<{ size: number }>;
}

/** A button that opens a popover. The popover's code is loaded when it is opened for the first time. */
export function LatePopover({ Icon, ...popover }: LatePopoverProps) {
  const { label, opened, onChange } = popover;
  const [used, setUsed] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // The button that was pressed may have been replaced by the popover's own button.
  useDidUpdate(() => {
    if (!opened) target.current?.focus({ preventScroll: true });
  }, [opened]);
  const button = (
    <Button
      ref={target}
      variant="default"
      leftSection={<Icon size={16} />}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => {
        setUsed(true);
        onChange(!opened);
      }}
    >
      {label}
    </Button>
  );
  if (!used) return button;
  return (
    <Suspense fallback={button}>
      <OpenedPopover {...popover} button={button} />
    </Suspense>
  );
}
