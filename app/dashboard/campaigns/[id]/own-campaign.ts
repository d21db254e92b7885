import { getCampaign } from "@/lib/campaigns/service";
import { ownRow } from "../../own-row";

export const ownCampaign = ownRow(getCampaign);
