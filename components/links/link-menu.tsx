"use client";

import { Menu } from "@mantine/core";
import { IconArchive, IconChartBar, IconCopyPlus, IconExternalLink, IconPower, IconQrcode } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { MayWrite } from "@/components/ui/may-write";
import { RowMenu } from "@/components/ui/row-menu";
import type { LinkState } from "@/lib/contract/link-state";
import type { UpdateLinkAction } from "./saved-link";
import { type ArchiveLinksAction, useArchiveLinks } from "./use-archive-links";
import { type DuplicateLinkAction, useDuplicateLink } from "./use-duplicate-link";
import { useLinkDeletion } from "./use-link-deletion";
import { useSwitchLink } from "./use-switch-link";

export interface LinkActions {
  update: UpdateLinkAction;
  remove: DeleteAction;
  archive: ArchiveLinksAction;
  duplicate: DuplicateLinkAction;
}

interface LinkMenuProps {
  link: { id: number; alias: string; shortUrl: string; clicks: number; state: LinkState; archived: boolean };
  actions: LinkActions;
}

export function LinkMenu({ link, actions }: LinkMenuProps) {
  const t = useTranslations("links");
  const switchLink = useSwitchLink(actions.update);
  const isOff = link.state === "private";
  const deletionOf = useLinkDeletion(actions.remove);
  const archiveLinks = useArchiveLinks(actions.archive);
  const duplicate = useDuplicateLink(actions.duplicate);
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
      <MayWrite>
        <Menu.Item onClick={() => switchLink(link, isOff)} leftSection={<IconPower size={17} />}>
          {t(isOff ? "turnOn" : "turnOff")}
        </Menu.Item>
        <Menu.Item onClick={() => duplicate(link.id)} leftSection={<IconCopyPlus size={17} />}>
          {t("duplicate")}
        </Menu.Item>
        <Menu.Item onClick={() => archiveLinks([link.id], !link.archived)} leftSection={<IconArchive size={17} />}>
          {t(link.archived ? "archive.putBack" : "archive.put")}
        </Menu.Item>
      </MayWrite>
    </RowMenu>
  );
}
