import { useTranslations } from "next-intl";
import { useLinkNames } from "@/components/links/link-name";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog";
import type { Import } from "@/generated/prisma/client";
import type { QrType } from "@/generated/prisma/enums";
import { withoutScheme } from "@/lib/contract/readable-url";
import type { Uses } from "@/lib/resources/links/uses";

export interface CampaignRow {
  id: number;
  name: string;
  /** its address, or the text for campaigns without one */
  rotator: string | false;
  links: number;
  /** of the last 30 days */
  clicks: number;
  createdAt: Date;
}

export type DeletedCampaign = Pick<CampaignRow, "id" | "name" | "rotator" | "links">;

/** Asks for confirmation, then deletes a campaign. */
export function useCampaignDeletion(remove: DeleteAction) {
  const t = useTranslations("campaigns.deletion");
  return ({ id, name, rotator, links }: DeletedCampaign): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich(rotator ? "textRotator" : "text", {
      b,
      name,
      rotator: rotator || "",
      links,
    }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}

export function useBioDeletion(remove: DeleteAction) {
  const t = useTranslations("bio.deletion");
  return ({ id, name, link }: { id: number; name: string; link: string }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, name, link: withoutScheme(link) }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}

/** Asks for confirmation, then deletes a channel. */
export function useChannelDeletion(remove: DeleteAction) {
  const t = useTranslations("channels.deletion");
  return ({ id, name, items }: { id: number; name: string; items: number }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, name, items }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}

/** The question before a domain is deleted. */
export function useDomainDeletion(remove: DeleteAction) {
  const t = useTranslations("domains.deletion");
  return ({ id, host }: { id: number; host: string }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", { b, host }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: host },
  });
}

/** Asks for confirmation, then deletes an import. */
export function useImportDeletion(remove: DeleteAction) {
  const t = useTranslations("imports.deletion");
  return ({ id, fileName, status }: Pick<Import, "id" | "fileName" | "status">): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich(status === "running" ? "textRunning" : "text", {
      b,
      file: fileName,
    }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: fileName },
  });
}

export interface DeletedOverlay {
  id: number;
  name: string;
  /** The links that use it. */
  links: Uses;
  answers: number;
}

export function useOverlayDeletion(remove: DeleteAction) {
  const t = useTranslations("overlays.deletion");
  const linkNames = useLinkNames();
  return ({ id, name, links, answers }: DeletedOverlay): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", {
      b,
      name,
      answers,
      links: links.count,
      names: linkNames(links),
    }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}

export function useQrDeletion(remove: DeleteAction) {
  const t = useTranslations("qr.deletion");
  return ({
    id,
    name,
    type,
    scans,
  }: {
    id: number;
    name: string;
    type: QrType;
    scans: number;
  }): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich(type === "wifi" ? "textWifi" : "text", { b, name, scans }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
