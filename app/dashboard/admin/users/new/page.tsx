import { getTranslations } from "next-intl/server";
import { UserEditor } from "@/components/admin/user-editor";
import { Page, pageTitle } from "@/components/ui/page";
import { listPlans } from "@/lib/resources/plans/service";
import { administrator } from "../../../_lib/required";
import { addUserAction } from "../actions";

export const generateMetadata = pageTitle("admin", "users.new");

export default async function NewUserPage() {
  const actor = await administrator();
  const t = await getTranslations("admin");
  const plans = (await listPlans(actor)).map(({ id, name, free }) => ({ value: String(id), label: name, free }));
  return (
    <Page title={t("users.new")} size="form">
      <UserEditor plans={plans} save={addUserAction} />
    </Page>
  );
}
