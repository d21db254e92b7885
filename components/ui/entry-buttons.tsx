"use client";

import { Button, Group } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { askToDelete } from "./ask-to-delete";
import type { Deletion } from "./deletion";
import { ButtonLink } from "./link";

interface EntryButtonsProps {
  /** the address of the editor, where there is one */
  edit?: string;
  deletion: Deletion;
  /** where the list is, to which a deletion leads back */
  list: string;
  /** what else can be done with it */
  children?: React.ReactNode;
}

/** What can be done on the page of one thing: edit it, delete it. */
export function EntryButtons({ edit, deletion, list, children }: EntryButtonsProps) {
  const t = useTranslations("ui");
  const router = useRouter();
  return (
    <Group gap="xs">
      {children}
      {edit && (
        <ButtonLink href={edit} variant="default" leftSection={<IconPencil size={17} />}>
          {t("edit")}
        </ButtonLink>
      )}
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={17} />}
        onClick={() => askToDelete({ ...deletion, onDeleted: () => router.replace(list) })}
      >
        {t("delete")}
      </Button>
    </Group>
  );
}
