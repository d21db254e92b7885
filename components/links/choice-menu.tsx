import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { Choice } from "@/components/ui/choice";
import classes from "./bulk-actions.module.css";

interface ChoiceMenuProps {
  icon: React.ReactNode;
  label: string;
  disabled: boolean;
  choices: Choice[];
  /** what stands apart from them, before */
  first?: Choice;
  choose: (choice: Choice) => void;
}

/** A button that offers things to choose one of. Nothing where there is none. */
export function ChoiceMenu({ icon, label, disabled, choices, first, choose }: ChoiceMenuProps) {
  if (choices.length === 0) return null;
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          rightSection={<IconChevronDown size={14} />}
          disabled={disabled}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {first && (
          <>
            <Menu.Item onClick={() => choose(first)}>{first.label}</Menu.Item>
            <Menu.Divider />
          </>
        )}
        {choices.map((choice) => (
          <Menu.Item key={choice.value} onClick={() => choose(choice)}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
