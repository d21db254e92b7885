import { IconPlus } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { PlansTable } from "@/components/admin/plans-table";
import { ButtonLink } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { pageTitle } from "@/components/ui/page";
import { env } from "@/lib/platform/env";
import { presentPlan } from "@/lib/resources/plans/presenter";
import { listPlans, subscriberCounts } from "@/lib/resources/plans/service";
import { administrator } from "../../_lib/required";
import { deletePlanAction } from "./actions";

export const generateMetadata = pageTitle("admin", "plans.title");

export default async function PlansPage() {
  const actor = await administrator();
  const t = await getTranslations("admin.plans");
  const [plans, users] = await Promise.all([listPlans(actor), subscriberCounts(actor)]);
  const rows = plans.map((plan) => ({
    ...presentPlan(plan),
    storageMb: plan.storageMb,
    users: users.get(plan.id) ?? 0,
  }));
  return (
    <ListPage
      title={t("title")}
      actions={
        <ButtonLink href="/dashboard/admin/plans/new" leftSection={<IconPlus size={18} />}>
          {t("new")}
        </ButtonLink>
      }
      path="/dashboard/admin/plans"
      page={1}
      pages={1}
      total={rows.length}
      count={t("count", { count: rows.length })}
    >
      <PlansTable rows={rows} currency={env.CURRENCY} remove={deletePlanAction} />
    </ListPage>
  );
}
