import { changeAccount } from "@/lib/account/operations";
import { updateAccount } from "@/lib/account/service";
import { endpoint } from "@/lib/api/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeAccount, async ({ actor, body }) => {
  await updateAccount(actor, body);
  return { message: "Your account has been updated." };
});
