import type { ShareActions } from "@/components/shares/share-actions";
import { ShareButton } from "@/components/shares/share-button";
import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import type { ShareItem } from "@/lib/resources/shares/schema";
import { type DeletedCampaign, useCampaignDeletion } from "./use-campaign-deletion";

interface CampaignButtonsProps {
  campaign: DeletedCampaign;
  remove: DeleteAction;
  share: ShareItem;
  sharing: ShareActions;
}

export function CampaignButtons({ campaign, remove, share, sharing }: CampaignButtonsProps) {
  const deletion = useCampaignDeletion(remove)(campaign);
  return (
    <EntryButtons edit={`/dashboard/campaigns/${campaign.id}/edit`} deletion={deletion} list="/dashboard/campaigns">
      <ShareButton share={share} actions={sharing} />
    </EntryButtons>
  );
}
