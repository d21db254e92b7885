import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult, Confirmation } from "@/lib/contract/action-result";

export type ConfirmAction = (proof: string) => Promise<ActionResult<null>>;

interface ConfirmationDialogProps {
  confirmation: Confirmation;
  confirm: ConfirmAction;
  answer: (confirmed: boolean) => void;
}

/** Asks for the password, for a code, or for a log-in with a provider, which returns to this page. */
export default function ConfirmationDialog({ confirmation, confirm, answer }: ConfirmationDialogProps) {
  const t = useTranslations("shell.confirmation");
  const safely = useSafeAction();
  const [proof, setProof] = useState("");
  const [error, setError] = useState("");
  // Not a transition, because it would not end before the action that is waiting for this dialog.
  const [pending, setPending] = useState(false);

  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    // This form may be inside the dialog of another form.
    event.stopPropagation();
    setPending(true);
    const result = await safely(confirm(proof));
    setPending(false);
    if (result.ok) answer(true);
    else setError(result.error);
  };

  const input = {
    value: proof,
    error,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setProof(event.currentTarget.value),
    "data-autofocus": true,
  };
  return (
    <Modal opened onClose={() => answer(false)} title={t("title")} centered zIndex={400}>
      {confirmation.by === "provider" ? (
        <Stack>
          <Text>{t("providerAbout")}</Text>
          {confirmation.providers.map(({ id, name }) => (
            <Button key={id} component="a" href={`/login/with/${id}?confirm=${encodeURIComponent(location.pathname)}`}>
              {t("provider", { provider: name })}
            </Button>
          ))}
        </Stack>
      ) : (
        <form onSubmit={send} noValidate>
          <Stack>
            <Text>{t("about")}</Text>
            {confirmation.by === "password" ? (
              <PasswordInput label={t("password")} autoComplete="current-password" maxLength={256} {...input} />
            ) : (
              <TextInput label={t("code")} autoComplete="one-time-code" maxLength={64} {...input} />
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => answer(false)}>
                {t("cancel")}
              </Button>
              <Button type="submit" loading={pending} disabled={proof === ""}>
                {t("submit")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
