import { Button, Group, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import type { Choice } from "./choice";
import { plainInputProps } from "./plain-inputs";
import { useSafeAction } from "./use-safe-action";

/** The page's server action that creates an entry with this name. */
export type CreateChoice = (name: string) => Promise<ActionResult<Choice>>;

interface NewChoiceProps {
  label: string;
  placeholder?: string;
  create: CreateChoice;
  onMade: (choice: Choice) => void;
  cancel: () => void;
}

/** Asks for the name of a new choice. It is rendered inside another form. */
export function NewChoice({ label, placeholder, create, onMade, cancel }: NewChoiceProps) {
  const t = useTranslations("ui");
  const safely = useSafeAction();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  // The form around it would wait for a transition.
  const [pending, setPending] = useState(false);

  const make = async () => {
    if (pending) return;
    if (name.trim() === "") return setError(t("required"));
    setPending(true);
    const result = await safely(create(name.trim()));
    setPending(false);
    if (result.ok) onMade(result.value);
    else setError(Object.values(result.errors)[0] ?? result.error);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel();
    if (event.key !== "Enter") return;
    // Enter must not submit the form around it.
    event.preventDefault();
    void make();
  };

  return (
    <Group gap="xs" align="flex-start" mt="xs">
      <TextInput
        flex={1}
        miw={0}
        aria-label={label}
        placeholder={placeholder ?? label}
        maxLength={255}
        autoFocus
        {...plainInputProps}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={press}
      />
      <Button loading={pending} onClick={make}>
        {t("add")}
      </Button>
      <Button variant="default" onClick={cancel}>
        {t("cancel")}
      </Button>
    </Group>
  );
}
