import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/webhooks/operations";
import { presentWebhook } from "@/lib/resources/webhooks/presenter";
import { listWebhooks } from "@/lib/resources/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listWebhooks, async ({ actor, page }) =>
  presentPage(page, await listWebhooks(actor, page), "webhooks", presentWebhook),
);
