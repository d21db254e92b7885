import { getTranslations } from "next-intl/server";
import { PlanEditor } from "@/components/admin/plan-editor";
import { emptyPlan } from "@/components/admin/plan-form";
import { Page, pageTitle } from "@/components/ui/page";
import { env } from "@/lib/platform/env";
import { administrator } from "../../../_lib/required";
import { createPlanAction } from "../actions";

export const generateMetadata = pageTitle("admin", "plans.new");

export default async function NewPlanPage() {
  await administrator();
  const t = await getTranslations("admin");
  return (
    <Page title={t("plans.new")} size="form">
      <PlanEditor initial={emptyPlan} currency={env.CURRENCY} isNew save={createPlanAction} />
    </Page>
  );
}
