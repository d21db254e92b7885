import { Popover } from "@mantine/core";

export interface OpenedPopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  width: number;
  padding?: number;
  label: string;
  onKeyDown?: (event: React.KeyboardEvent<HTMLElement>) => void;
  button: React.ReactNode;
  children: React.ReactNode;
}

/** A popover with its button. */
export default function OpenedPopover({ button, children, label, padding, onKeyDown, ...popover }: OpenedPopoverProps) {
  return (
    <Popover {...popover} position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={padding} aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
