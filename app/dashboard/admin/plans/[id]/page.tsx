import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PlanEditor } from "@/components/admin/plan-editor";
import { planForm } from "@/components/admin/plan-form";
import { Page } from "@/components/ui/page";
import { env } from "@/lib/platform/env";
import { readLimits } from "@/lib/resources/plans/quota";
import { getPlan, subscriberCounts } from "@/lib/resources/plans/service";
import { edited } from "../../../_lib/act";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";
import { administrator } from "../../../_lib/required";
import { updatePlanAction } from "../actions";

const named = ownedRowLoader(getPlan);

export async function generateMetadata({ params }: PageProps<"/dashboard/admin/plans/[id]">): Promise<Metadata> {
  await administrator();
  return { title: (await named((await params).id)).row.name };
}

export default async function PlanPage({ params }: PageProps<"/dashboard/admin/plans/[id]">) {
  await administrator();
  const { actor, row: plan } = await named((await params).id);
  const t = await getTranslations("admin.plans");
  const users = (await subscriberCounts(actor)).get(plan.id) ?? 0;
  return (
    <Page title={plan.name} note={t("holdsFor", { count: users })} size="form">
      <PlanEditor
        initial={planForm({ ...plan, limits: readLimits(plan.limits) })}
        currency={env.CURRENCY}
        save={updatePlanAction.bind(null, edited(plan))}
      />
    </Page>
  );
}
