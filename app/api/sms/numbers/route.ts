import { endpoint } from "@/lib/http/endpoint";
import { listSmsNumbers } from "@/lib/resources/sms/schema";
import { listNumbers } from "@/lib/resources/sms/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(listSmsNumbers, async ({ actor }) => {
  return { numbers: await listNumbers(actor) };
});
