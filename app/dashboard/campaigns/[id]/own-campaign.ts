import { getCampaign } from "@/lib/resources/campaigns/service";
import { ownedRowLoader } from "../../_lib/own-row";

export const loadCampaign = ownedRowLoader(getCampaign);
