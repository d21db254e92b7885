import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentTemplate } from "@/lib/resources/qr-codes/presenter";
import { listQrTemplates } from "@/lib/resources/qr-codes/template-schema";
import { listTemplates } from "@/lib/resources/qr-codes/templates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(listQrTemplates, async ({ actor, page }) => {
  return presentPage(page, await listTemplates(actor, page), "templates", presentTemplate);
});
