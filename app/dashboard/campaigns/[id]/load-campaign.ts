import { getCampaign } from "@/lib/resources/campaigns/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadCampaign = ownedRowLoader(getCampaign);
