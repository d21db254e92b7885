import { endpoint } from "@/lib/http/endpoint";
import { showAccount } from "@/lib/resources/account/operations";
import { presentAccount } from "@/lib/resources/account/presenter";
import { usageOf } from "@/lib/resources/plans/usage";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showAccount, async ({ actor }) => ({
  data: { ...presentAccount(actor), usage: await usageOf(actor) },
}));
