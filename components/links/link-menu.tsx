"use client";

import { ActionIcon, Menu } from "@mantine/core";
import {
  IconChartBar,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconPower,
  IconQrcode,
  IconTrash,
} from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { LinkState } from "@/lib/links/state";
import type { DeleteLinkAction, UpdateLinkAction } from "./saved-link";
import { useDeleteLink } from "./use-delete-link";
import { useSwitchLink } from "./use-switch-link";

interface LinkMenuProps {
  link: { id: number; alias: string; shortUrl: string; clicks: number; state: LinkState };
  update: UpdateLinkAction;
  remove: DeleteLinkAction;
}

export function LinkMenu({ link, update, remove }: LinkMenuProps) {
  const t = useTranslations("links");
  const router = useRouter();
  const switchLink = useSwitchLink(update);
  const isOff = link.state === "private";
  const askToDelete = useDeleteLink(remove);
  const page = `/dashboard/links/${link.id}`;
  return (
    <Menu position="bottom-end" width={180} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("moreFor", { name: link.alias })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={page} leftSection={<IconChartBar size={17} />}>
          {t("statistics")}
        </Menu.Item>
        <Menu.Item component={Link} href={`${page}/edit`} leftSection={<IconPencil size={17} />}>
          {t("edit")}
        </Menu.Item>
        <Menu.Item component={Link} href={`${page}/design`} prefetch={false} leftSection={<IconQrcode size={17} />}>
          {t("qr.code")}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={link.shortUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={17} />}
        >
          {t("open")}
        </Menu.Item>
        <Menu.Item onClick={() => switchLink(link, isOff)} leftSection={<IconPower size={17} />}>
          {t(isOff ? "turnOn" : "turnOff")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          onClick={() => askToDelete(link, () => router.refresh())}
          leftSection={<IconTrash size={17} />}
        >
          {t("delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
