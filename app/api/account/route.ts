import { endpoint } from "@/lib/http/endpoint";
import { presentAccount } from "@/lib/resources/account/presenter";
import { showAccount } from "@/lib/resources/account/schema";
import { describeAccountState } from "@/lib/resources/plans/usage";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showAccount, async ({ actor }) => {
  const { usage, weeklyReport, origin } = await describeAccountState(actor);
  return { data: { ...presentAccount(actor), domain: origin, weeklyreport: weeklyReport, usage } };
});
