import type { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import type { ActionResult } from "@/lib/action-result";
import type { CampaignRow } from "./campaigns-table";

export type DeleteCampaignAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before a campaign is deleted. */
export function campaignDeletion(
  t: ReturnType<typeof useTranslations<"campaigns">>,
  { id, name, rotator, links }: Pick<CampaignRow, "id" | "name" | "rotator" | "links">,
  remove: DeleteCampaignAction,
): Deletion {
  return {
    title: t("deletion.title"),
    consequences: t.rich(rotator ? "deletion.textRotator" : "deletion.text", {
      b: (words) => <b>{words}</b>,
      name,
      rotator: rotator || "",
      links,
    }),
    remove: remove.bind(null, id),
    done: { title: t("deletion.done"), message: name },
  };
}
