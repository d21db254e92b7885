import { forbidden } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ForwardingEditor } from "@/components/forwardings/forwarding-editors";
import { Page, pageTitle } from "@/components/ui/page";
import { forwardingName } from "@/components/webhooks/receiver-words";
import { hasPermission } from "@/lib/auth/permissions";
import { forwardedNames } from "@/lib/resources/forwardings/presenter";
import { findForwarding } from "../../../../_lib/owned-row-loader";
import { updateForwardingAction } from "../../actions";

export const generateMetadata = pageTitle("forwardings", "edit");

export default async function EditForwardingPage({ params }: PageProps<"/dashboard/settings/forwarding/[id]/edit">) {
  const t = await getTranslations("forwardings");
  const { actor, row } = await findForwarding((await params).id);
  if (!hasPermission(actor, "forwardings:write")) forbidden();
  const { id, kind, name, url, site, template: body, tokenEnd } = row;
  return (
    <Page title={t("edit")} note={forwardingName(row)} size="form">
      <ForwardingEditor
        id={id}
        initial={{ kind, name, url, site, body, events: forwardedNames(row.events) }}
        tokenEnd={tokenEnd}
        save={updateForwardingAction.bind(null, id)}
      />
    </Page>
  );
}
