import { ActionIcon, Alert, Button, Group, Modal, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import { IconCheck, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type Dispatch, type FormEvent, type SetStateAction, useState, useTransition } from "react";
import { b } from "@/components/ui/bold";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { type DesignForm, designInput, type Template, type TemplateActions } from "./design-form";
import classes from "./templates.module.css";

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

interface TemplateRowProps {
  template: Template;
  actions: TemplateActions;
  mayWrite: boolean;
  use: () => void;
  renamed: (name: string) => void;
  removed: () => void;
}

/** One template. */
function TemplateRow({ template, actions, mayWrite, use, renamed, removed }: TemplateRowProps) {
  const t = useTranslations("qr.templates");
  const openConfirmDialog = useConfirmDialog();
  const safely = useSafeAction();
  const [name, setName] = useState<string>();
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  const { id, design } = template;

  const rename = (to: string) =>
    startTransition(async () => {
      const result = await safely(actions.rename(id, to));
      setError(result.ok ? undefined : (result.errors.name ?? result.error));
      if (!result.ok) return;
      renamed(to.trim());
      setName(undefined);
    });
  const remove = () =>
    openConfirmDialog({
      title: t("deletion.title"),
      consequences: t.rich("deletion.text", { b, name: template.name }),
      act: () => actions.remove(id),
      done: { title: t("deletion.done"), message: template.name },
      onDone: removed,
    });
  const button = (label: string, icon: React.ReactNode, onClick: () => void) => (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} loading={pending} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );

  if (name !== undefined) {
    return (
      <Group wrap="nowrap" gap="xs" align="flex-start">
        <TextInput
          flex={1}
          aria-label={t("rename", { name: template.name })}
          autoFocus
          value={name}
          error={error}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            rename(name);
          }}
        />
        {button(t("renameDone"), <IconCheck size={18} />, () => rename(name))}
      </Group>
    );
  }
  return (
    <Group wrap="nowrap" gap="xs">
      <span
        className={classes.swatch}
        data-round={design.dots === "circle"}
        style={{ background: design.background, color: design.foreground }}
        aria-hidden
      />
      <Text flex={1} truncate title={template.name}>
        {template.name}
      </Text>
      <Button variant="light" size="xs" onClick={use} aria-label={t("useNamed", { name: template.name })}>
        {t("use")}
      </Button>
      {mayWrite && (
        <>
          {button(t("rename", { name: template.name }), <IconPencil size={18} />, () => setName(template.name))}
          {button(t("delete", { name: template.name }), <IconTrash size={18} />, remove)}
        </>
      )}
    </Group>
  );
}
