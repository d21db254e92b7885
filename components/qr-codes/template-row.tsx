import { ActionIcon, Button, Group, Text, TextInput, Tooltip } from "@mantine/core";
import { IconCheck, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { b } from "@/components/ui/bold";
import { useConfirmDialog } from "@/components/ui/confirm-dialog";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { Template, TemplateActions } from "./templates";
import classes from "./templates.module.css";

interface TemplateRowProps {
  template: Template;
  actions: TemplateActions;
  mayWrite: boolean;
  use: () => void;
  renamed: (name: string) => void;
  removed: () => void;
}

/** One template. */
export function TemplateRow({ template, actions, mayWrite, use, renamed, removed }: TemplateRowProps) {
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
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} loading={pending} onClick={onClick}>
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
