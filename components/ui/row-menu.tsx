"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { askToDelete } from "./ask-to-delete";
import type { Deletion } from "./deletion";

interface RowMenuProps {
  /** the row's name */
  name: string;
  /** the address of its editor, where it has one */
  edit?: string;
  /** none where it cannot be deleted */
  deletion?: Deletion;
  /** what else can be done with it, as `Menu.Item`s */
  children?: React.ReactNode;
}

/** What can be done with a row of a list. */
export function RowMenu({ name, edit, deletion, children }: RowMenuProps) {
  const t = useTranslations("ui");
  const router = useRouter();
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("moreFor", { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {edit && (
          <Menu.Item component={Link} href={edit} leftSection={<IconPencil size={17} />}>
            {t("edit")}
          </Menu.Item>
        )}
        {children}
        {deletion && (
          <>
            {(edit || children) && <Menu.Divider />}
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => askToDelete({ ...deletion, onDeleted: () => router.refresh() })}
              leftSection={<IconTrash size={17} />}
            >
              {t("delete")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
