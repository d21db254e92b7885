import { endpoint } from "@/lib/http/endpoint";
import { changeAccount } from "@/lib/resources/account/schema";
import { updateAccount } from "@/lib/resources/account/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeAccount, async ({ actor, body }) => {
  await updateAccount(actor, body);
  return { message: "Your account has been updated." };
});
