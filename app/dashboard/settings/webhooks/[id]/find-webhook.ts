import { getWebhook } from "@/lib/resources/webhooks/service";
import { ownedRowLoader } from "../../../_lib/own-row";

export const findWebhook = ownedRowLoader(getWebhook);
