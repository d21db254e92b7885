import { Menu } from "@mantine/core";
import { IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useConfirmDialog } from "./confirm-dialog";
import type { ConfirmDialogProps } from "./confirm-dialog-props";
import { useMayWrite } from "./may-write";

export interface RowActions {
  /** The editor's address, if there is one. */
  edit?: string;
  /** Undefined if the row cannot be deleted. */
  deletion?: ConfirmDialogProps;
  /** More actions, as `Menu.Item`s. */
  children?: React.ReactNode;
}

interface OpenedRowMenuProps extends RowActions {
  button: React.ReactNode;
  giveBackFocus: () => void;
}

/** The menu of a row with its button, opened at first. */
export default function OpenedRowMenu({ button, giveBackFocus, edit, deletion, children }: OpenedRowMenuProps) {
  const t = useTranslations("ui");
  const openConfirmDialog = useConfirmDialog();
  const mayWrite = useMayWrite();
  const router = useRouter();
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
