"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconChartBar, IconDots, IconExternalLink, IconPencil, IconQrcode, IconTrash } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { askToDelete } from "./delete-link";
import { QrPicture } from "./qr-picture";
import type { DeleteLinkAction } from "./saved-link";
import { withoutScheme } from "./without-scheme";

interface LinkMenuProps {
  link: { id: number; alias: string; shortUrl: string; clicks: number };
  remove: DeleteLinkAction;
}

export function LinkMenu({ link, remove }: LinkMenuProps) {
  const router = useRouter();
  const page = `/dashboard/links/${link.id}`;
  const showQr = () =>
    modals.open({
      title: `QR code of ${withoutScheme(link.shortUrl)}`,
      size: "sm",
      children: <QrPicture link={link} />,
    });
  return (
    <Menu position="bottom-end" width={180} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${link.alias}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={page} leftSection={<IconChartBar size={17} />}>
          Statistics
        </Menu.Item>
        <Menu.Item component={Link} href={`${page}/edit`} leftSection={<IconPencil size={17} />}>
          Edit
        </Menu.Item>
        <Menu.Item onClick={showQr} leftSection={<IconQrcode size={17} />}>
          QR code
        </Menu.Item>
        <Menu.Item
          component="a"
          href={link.shortUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={17} />}
        >
          Open
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          onClick={() => askToDelete({ link, remove, onDeleted: () => router.refresh() })}
          leftSection={<IconTrash size={17} />}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
