import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { type DeletedCampaign, useCampaignDeletion } from "./use-campaign-deletion";

export function CampaignButtons({ campaign, remove }: { campaign: DeletedCampaign; remove: DeleteAction }) {
  const deletion = useCampaignDeletion(remove)(campaign);
  return (
    <EntryButtons edit={`/dashboard/campaigns/${campaign.id}/edit`} deletion={deletion} list="/dashboard/campaigns" />
  );
}
