import { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import type { ActionResult } from "@/lib/action-result";
import type { CampaignRow } from "./campaigns-table";

export type DeleteCampaignAction = (id: number) => Promise<ActionResult<null>>;

export type DeletedCampaign = Pick<CampaignRow, "id" | "name" | "rotator" | "links">;

/** What is asked before a campaign is deleted. */
export function useCampaignDeletion(remove: DeleteCampaignAction) {
  const t = useTranslations("campaigns.deletion");
  return ({ id, name, rotator, links }: DeletedCampaign): Deletion => ({
    title: t("title"),
    consequences: t.rich(rotator ? "textRotator" : "text", {
      b: (words) => <b>{words}</b>,
      name,
      rotator: rotator || "",
      links,
    }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
