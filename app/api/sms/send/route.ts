import { endpoint } from "@/lib/api/endpoint";
import { sendSmsMessages } from "@/lib/sms/operations";
import { presentOutcome } from "@/lib/sms/presenter";
import { sendSms } from "@/lib/sms/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(sendSmsMessages, async ({ actor, body }) => {
  return presentOutcome(await sendSms(actor, body));
});
