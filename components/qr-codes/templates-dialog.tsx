import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type Dispatch, type FormEvent, type SetStateAction, useState, useTransition } from "react";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { type DesignForm, designInput } from "./design-form";
import { TemplateRow } from "./template-row";
import type { Template, TemplateActions } from "./templates";

interface TemplatesDialogProps {
  templates: Template[];
  setTemplates: Dispatch<SetStateAction<Template[]>>;
  actions: TemplateActions;
  /** The present design, which can be saved as a template. */
  form: DesignForm;
  apply: (design: DesignForm) => void;
  close: () => void;
}

/** Lists templates to use, rename or delete, and saves the present design as one. */
export function TemplatesDialog({ templates, setTemplates, actions, form, apply, close }: TemplatesDialogProps) {
  const t = useTranslations("qr.templates");
  const safely = useSafeAction();
  const mayWrite = useMayWrite("qr-codes");
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [pending, startTransition] = useTransition();

  const keep = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble to the editor's form, although the dialog is outside of it in the DOM.
    event.stopPropagation();
    startTransition(async () => {
      const result = await safely(actions.create({ name, ...designInput(form) }));
      setError(result.ok ? undefined : result.errors.name);
      setFailure(result.ok || result.errors.name ? undefined : result.error || Object.values(result.errors)[0]);
      if (!result.ok) return;
      const made = { id: result.value, name: name.trim(), design: form };
      setTemplates((present) => [made, ...present]);
      notifyDone(t("saved"), made.name);
      setName("");
    });
  };

  return (
    <Modal opened onClose={close} title={t("title")}>
      <Stack>
        {templates.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("none")}
          </Text>
        )}
        {templates.map((template) => (
          <TemplateRow
            key={template.id}
            template={template}
            actions={actions}
            mayWrite={mayWrite}
            use={() => {
              apply(template.design);
              close();
            }}
            renamed={(to) =>
              setTemplates((present) => present.map((one) => (one.id === template.id ? { ...one, name: to } : one)))
            }
            removed={() => setTemplates((present) => present.filter(({ id }) => id !== template.id))}
          />
        ))}
        {mayWrite && (
          <form onSubmit={keep}>
            <Group align="flex-end" wrap="nowrap" gap="xs">
              <TextInput
                flex={1}
                label={t("keep")}
                placeholder={t("namePlaceholder")}
                value={name}
                error={error}
                maxLength={100}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" loading={pending} disabled={name.trim() === ""}>
                {t("save")}
              </Button>
            </Group>
          </form>
        )}
        {failure && <Alert color="red">{failure}</Alert>}
      </Stack>
    </Modal>
  );
}
