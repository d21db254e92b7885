import { endpoint } from "@/lib/http/endpoint";
import { presentMessages } from "@/lib/resources/sms/presenter";
import { listSmsMessages } from "@/lib/resources/sms/schema";
import { listMessages } from "@/lib/resources/sms/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(listSmsMessages, async ({ actor, query, page }) => {
  return presentMessages(page, await listMessages(actor, page, { number: query.number }));
});
