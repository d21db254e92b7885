import { endpoint } from "@/lib/http/endpoint";
import { showAccount } from "@/lib/resources/account/operations";
import { presentAccount } from "@/lib/resources/account/presenter";
import { defaultOrigin } from "@/lib/resources/links/default-origin";
import { usageOf } from "@/lib/resources/plans/usage";
import { hasWeeklyReport } from "@/lib/resources/weekly-reports/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showAccount, async ({ actor }) => ({
  data: {
    ...presentAccount(actor),
    domain: await defaultOrigin(actor),
    weeklyreport: await hasWeeklyReport(actor),
    usage: await usageOf(actor),
  },
}));
