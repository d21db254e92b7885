"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { openConfirmDialog } from "./confirm-dialog";
import type { ConfirmDialogProps } from "./confirm-dialog-props";
import { useMayWrite } from "./may-write";

interface RowMenuProps {
  /** the row's name */
  name: string;
  /** the address of its editor, where it has one */
  edit?: string;
  /** none where it cannot be deleted */
  deletion?: ConfirmDialogProps;
  /** what else can be done with it, as `Menu.Item`s */
  children?: React.ReactNode;
}

/** What can be done with a row of a list. Whoever may not change it gets to look at its editor, and at `children`. */
export function RowMenu({ name, edit, deletion, children }: RowMenuProps) {
  const t = useTranslations("ui");
  const mayWrite = useMayWrite();
  const router = useRouter();
  // A list has many rows, and few of their menus are ever opened.
  const [used, setUsed] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const button = (
    <ActionIcon
      ref={target}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t("moreFor", { name })}
      aria-haspopup="menu"
      onClick={used ? undefined : () => setUsed(true)}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
  if (!mayWrite && !edit && !children) return null;
  if (!used) return button;
  // The button that was pressed has made room for the menu's own, which takes the focus back in its stead.
  const giveBackFocus = () => target.current?.focus({ preventScroll: true });
  return (
    <Menu position="bottom-end" width={200} withinPortal defaultOpened onClose={giveBackFocus}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {edit && (
          <Menu.Item
            component={Link}
            href={edit}
            leftSection={mayWrite ? <IconPencil size={17} /> : <IconEye size={17} />}
          >
            {t(mayWrite ? "edit" : "look")}
          </Menu.Item>
        )}
        {children}
        {deletion && mayWrite && (
          <>
            {(edit || children) && <Menu.Divider />}
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => openConfirmDialog({ ...deletion, onDone: () => router.refresh() })}
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
