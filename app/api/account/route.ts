import { showAccount } from "@/lib/account/operations";
import { presentAccount } from "@/lib/account/presenter";
import { getAccount } from "@/lib/account/service";
import { endpoint } from "@/lib/api/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showAccount, async ({ actor }) => {
  return { data: presentAccount(await getAccount(actor)) };
});
