import { getCampaign } from "@/lib/resources/campaigns/service";
import { ownRow } from "../../_lib/own-row";

export const ownCampaign = ownRow(getCampaign);
