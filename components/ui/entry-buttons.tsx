"use client";

import { Button, Group } from "@mantine/core";
import { IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ConfirmDialogProps, useConfirmDialog } from "./confirm-dialog";
import { ButtonLink } from "./link";
import { useMayWrite } from "./may-write";
import { useNavigate } from "./use-navigate";

interface EntryButtonsProps {
  /** The editor's address, if there is one. */
  edit?: string;
  deletion: ConfirmDialogProps;
  /** The list's address, to return to after a deletion. */
  list: string;
  /** More actions. */
  children?: React.ReactNode;
}

/** The buttons of an item's page: edit and delete. */
export function EntryButtons({ edit, deletion, list, children }: EntryButtonsProps) {
  const t = useTranslations("ui");
  const openConfirmDialog = useConfirmDialog();
  const leadOn = useNavigate();
  const mayWrite = useMayWrite();
  return (
    <Group gap="xs">
      {children}
      {edit && (
        <ButtonLink
          href={edit}
          variant="default"
          leftSection={mayWrite ? <IconPencil size={17} /> : <IconEye size={17} />}
        >
          {t(mayWrite ? "edit" : "look")}
        </ButtonLink>
      )}
      {mayWrite && (
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={17} />}
          onClick={() => openConfirmDialog({ ...deletion, onDone: () => leadOn(list, "replace") })}
        >
          {t("delete")}
        </Button>
      )}
    </Group>
  );
}
