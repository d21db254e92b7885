"use client";

import { IconArchive, IconChartBar, IconCopyPlus, IconExternalLink, IconPower, IconQrcode } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { useMayWrite } from "@/components/ui/may-write";
import { RowMenu } from "@/components/ui/row-menu";
import type { LinkState, LinkStatus } from "@/lib/contract/link-state";
import type { UpdateLinkAction } from "./saved-link";
import { type ArchiveLinksAction, useArchiveLinks } from "./use-archive-links";
import { type DuplicateLinkAction, useDuplicateLink } from "./use-duplicate-link";
import { useLinkDeletion } from "./use-link-deletion";
import type { RestoreLinkAction } from "./use-restore-link";
import { useSwitchLink } from "./use-switch-link";

export interface LinkActions {
  update: UpdateLinkAction;
  remove: DeleteAction;
  restore: RestoreLinkAction;
  archive: ArchiveLinksAction;
  duplicate: DuplicateLinkAction;
}

interface LinkMenuProps {
  link: {
    id: number;
    alias: string;
    shortUrl: string;
    clicks: number;
    status: LinkStatus;
    state: LinkState;
    archived: boolean;
  };
  actions: LinkActions;
}

export function LinkMenu({ link, actions }: LinkMenuProps) {
  const t = useTranslations("links");
  const mayWrite = useMayWrite();
  const switchLink = useSwitchLink(actions.update);
  const deletionOf = useLinkDeletion(actions.remove, actions.restore);
  const archiveLinks = useArchiveLinks(actions.archive);
  const duplicate = useDuplicateLink(actions.duplicate);
  const page = `/dashboard/links/${link.id}`;
  const changes = [
    { label: t(link.status === "off" ? "turnOn" : "turnOff"), Icon: IconPower, onClick: () => switchLink(link) },
    { label: t("duplicate"), Icon: IconCopyPlus, onClick: () => duplicate(link.id) },
    {
      label: t(link.archived ? "archive.putBack" : "archive.put"),
      Icon: IconArchive,
      onClick: () => archiveLinks([link.id], !link.archived),
    },
  ];
  return (
    <RowMenu
      name={link.alias}
      edit={`${page}/edit`}
      deletion={deletionOf(link)}
      actions={[
        { label: t("statistics"), Icon: IconChartBar, href: page },
        { label: t("qr.code"), Icon: IconQrcode, href: `${page}/design`, prefetch: false },
        { label: t("open"), Icon: IconExternalLink, newTab: link.shortUrl },
        ...(mayWrite ? changes : []),
      ]}
    />
  );
}
