import { endpoint } from "@/lib/http/endpoint";
import { presentOutcome } from "@/lib/resources/sms/presenter";
import { sendSmsMessages } from "@/lib/resources/sms/schema";
import { sendSms } from "@/lib/resources/sms/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(sendSmsMessages, async ({ actor, body }) => {
  return presentOutcome(await sendSms(actor, body));
});
