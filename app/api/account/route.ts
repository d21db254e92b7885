import { showAccount } from "@/lib/account/operations";
import { presentAccount } from "@/lib/account/presenter";
import { endpoint } from "@/lib/api/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showAccount, async ({ actor }) => ({
  data: presentAccount(actor),
}));
