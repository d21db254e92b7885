import { getWebhook } from "@/lib/resources/webhooks/service";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";

export const findWebhook = ownedRowLoader(getWebhook);
