import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/pagination";
import { listSmsMessages } from "@/lib/sms/operations";
import { presentMessages } from "@/lib/sms/presenter";
import { listMessages } from "@/lib/sms/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(listSmsMessages, async ({ actor, query }) => {
  const page = pageOf(query);
  return presentMessages(page, await listMessages(actor, page, { number: query.number }));
});
