import { getCampaign } from "@/lib/resources/campaigns/service";
import { ownRow } from "../../own-row";

export const ownCampaign = ownRow(getCampaign);
