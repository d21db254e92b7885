import { Button, Menu, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { Choice } from "@/components/ui/choice";
import { plainInputProps } from "@/components/ui/verbatim";
import classes from "./bulk-actions.module.css";

interface ChoiceMenuProps {
  icon: React.ReactNode;
  label: string;
  disabled: boolean;
  choices: Choice[];
  /** shown separately, before the others */
  first?: Choice;
  choose: (choice: Choice) => void;
  /** for a choice that does not exist yet */
  another?: { label: string; maxLength: number; choose: (name: string) => void };
}

/** A button with a menu of choices. Renders nothing if there are no choices and none can be created. */
export function ChoiceMenu({ icon, label, disabled, choices, first, choose, another }: ChoiceMenuProps) {
  const [opened, setOpened] = useState(false);
  if (choices.length === 0 && !another) return null;
  const name = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const named = String(new FormData(event.currentTarget).get("name")).trim();
    if (named === "") return;
    setOpened(false);
    another?.choose(named);
  };
  return (
    <Menu position="top-start" withinPortal opened={opened} onChange={setOpened}>
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
        {another && (
          <>
            {choices.length > 0 && <Menu.Divider />}
            <form className={classes.another} onSubmit={name}>
              <TextInput
                size="xs"
                name="name"
                aria-label={another.label}
                placeholder={another.label}
                maxLength={another.maxLength}
                {...plainInputProps}
              />
            </form>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
