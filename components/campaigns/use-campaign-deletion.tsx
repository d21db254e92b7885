import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import type { CampaignRow } from "./campaign-row";

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
