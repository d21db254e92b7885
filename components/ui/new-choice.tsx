import { Button, Group, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import type { ActionResult } from "@/lib/contract/action-result";
import type { Choice } from "./choice";
import { useSafeAction } from "./use-safe-action";
import { verbatim } from "./verbatim";

/** Makes what is called so; the server action of a page. */
export type CreateChoice = (name: string) => Promise<ActionResult<Choice>>;

interface NewChoiceProps {
  label: string;
  placeholder?: string;
  create: CreateChoice;
  onMade: (choice: Choice) => void;
  cancel: () => void;
}

/** The name of something that is missing among the choices. It stands within the form of something else. */
export function NewChoice({ label, placeholder, create, onMade, cancel }: NewChoiceProps) {
  const t = useTranslations("ui");
  const reach = useSafeAction();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  // Not a transition, which the form around it would wait for.
  const [pending, setPending] = useState(false);

  const make = async () => {
    if (pending) return;
    if (name.trim() === "") return setError(t("required"));
    setPending(true);
    const result = await reach(create(name.trim()));
    setPending(false);
    if (result.ok) onMade(result.value);
    else setError(Object.values(result.errors)[0] ?? result.error);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel();
    if (event.key !== "Enter") return;
    // The form around it is not to be sent.
    event.preventDefault();
    void make();
  };

  return (
    <Group gap="xs" align="flex-start" mt="xs">
      <TextInput
        flex={1}
        miw={0}
        size="sm"
        aria-label={label}
        placeholder={placeholder ?? label}
        maxLength={255}
        autoFocus
        {...verbatim}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={press}
      />
      <Button size="sm" loading={pending} onClick={make}>
        {t("add")}
      </Button>
      <Button size="sm" variant="default" onClick={cancel}>
        {t("cancel")}
      </Button>
    </Group>
  );
}
