"use client";

import { Menu } from "@mantine/core";
import { IconChartBar, IconExternalLink, IconPower, IconQrcode } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { RowMenu } from "@/components/ui/row-menu";
import type { LinkState } from "@/lib/resources/links/state";
import type { UpdateLinkAction } from "./saved-link";
import { useLinkDeletion } from "./use-link-deletion";
import { useSwitchLink } from "./use-switch-link";

interface LinkMenuProps {
  link: { id: number; alias: string; shortUrl: string; clicks: number; state: LinkState };
  update: UpdateLinkAction;
  remove: DeleteAction;
}

export function LinkMenu({ link, update, remove }: LinkMenuProps) {
  const t = useTranslations("links");
  const switchLink = useSwitchLink(update);
  const isOff = link.state === "private";
  const deletionOf = useLinkDeletion(remove);
  const page = `/dashboard/links/${link.id}`;
  return (
    <RowMenu name={link.alias} edit={`${page}/edit`} deletion={deletionOf(link)}>
      <Menu.Item component={Link} href={page} leftSection={<IconChartBar size={17} />}>
        {t("statistics")}
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
    </RowMenu>
  );
}
