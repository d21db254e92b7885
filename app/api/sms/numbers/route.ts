import { endpoint } from "@/lib/api/endpoint";
import { listSmsNumbers } from "@/lib/sms/operations";
import { listNumbers } from "@/lib/sms/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(listSmsNumbers, async ({ actor }) => {
  return { numbers: await listNumbers(actor) };
});
