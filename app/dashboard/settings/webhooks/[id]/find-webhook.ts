import { getWebhook } from "@/lib/resources/webhooks/service";
import { ownRow } from "../../../_lib/own-row";

export const findWebhook = ownRow(getWebhook);
