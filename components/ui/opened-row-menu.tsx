import { Kbd, Menu } from "@mantine/core";
import { IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ConfirmDialogProps, useConfirmDialog } from "./confirm-dialog";
import { useMayWrite } from "./may-write";
import { useNavigate } from "./use-navigate";

/** Opens a page, a new tab or runs a function. */
export type RowAction = {
  label: string;
  Icon: React.ComponentType<{ size: number }>;
  /** The key that does the same in the row. */
  hotkey?: string;
} & ({ href: string; prefetch?: false } | { newTab: string } | { onClick: () => void });

export interface RowMenuEntries {
  /** The editor's address, if there is one. */
  edit?: string;
  /** The key that opens it in the row. */
  editKey?: string;
  /** Undefined if the row cannot be deleted. */
  deletion?: ConfirmDialogProps;
  /** The address to open after a deletion, instead of the same page again. */
  list?: string;
  /** More actions. Data instead of elements, because a list should not load the code of menus. */
  actions: RowAction[];
}

interface OpenedRowMenuProps extends RowMenuEntries {
  button: React.ReactNode;
  giveBackFocus: () => void;
}

/** The menu of a row with its button, opened at first. */
export default function OpenedRowMenu({
  button,
  giveBackFocus,
  edit,
  editKey,
  deletion,
  list,
  actions,
}: OpenedRowMenuProps) {
  const t = useTranslations("ui");
  const openConfirmDialog = useConfirmDialog();
  const mayWrite = useMayWrite();
  const router = useRouter();
  const leadOn = useNavigate();
  return (
    <Menu position="bottom-end" width={200} withinPortal defaultOpened onClose={giveBackFocus}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {edit && (
          <Menu.Item
            component={Link}
            href={edit}
            leftSection={mayWrite ? <IconPencil size={16} /> : <IconEye size={16} />}
            rightSection={hintOf(editKey)}
          >
            {t(mayWrite ? "edit" : "look")}
          </Menu.Item>
        )}
        {actions.map((action) => (
          <ActionItem key={action.label} action={action} />
        ))}
        {deletion && mayWrite && (
          <>
            {(edit || actions.length > 0) && <Menu.Divider />}
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() =>
                openConfirmDialog({ ...deletion, onDone: list ? () => leadOn(list, "replace") : router.refresh })
              }
              leftSection={<IconTrash size={16} />}
            >
              {t("delete")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const hintOf = (key: string | undefined) =>
  key && (
    <Kbd size="xs" aria-hidden>
      {key}
    </Kbd>
  );

function ActionItem({ action }: { action: RowAction }) {
  const { label, Icon, hotkey } = action;
  const rightSection = hintOf(hotkey);
  const leftSection = <Icon size={16} />;
  if ("href" in action)
    return (
      <Menu.Item component={Link} href={action.href} prefetch={action.prefetch} {...{ leftSection, rightSection }}>
        {label}
      </Menu.Item>
    );
  if ("newTab" in action)
    return (
      <Menu.Item component="a" href={action.newTab} target="_blank" rel="noreferrer" {...{ leftSection, rightSection }}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Item onClick={action.onClick} {...{ leftSection, rightSection }}>
      {label}
    </Menu.Item>
  );
}
