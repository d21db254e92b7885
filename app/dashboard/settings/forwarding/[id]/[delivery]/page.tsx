import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import { DeliveryDetails } from "@/components/webhooks/delivery-details";
import { forwardingName } from "@/components/webhooks/receiver-words";
import { RedeliverButton } from "@/components/webhooks/redelivery";
import { hasPermission } from "@/lib/auth/permissions";
import { id } from "@/lib/contract/fields";
import { getForwarded } from "@/lib/resources/forwardings/deliveries";
import { findForwarding } from "../../../../_lib/owned-row-loader";
import { problemIn } from "../../../webhooks/[id]/receiver";
import { forwardAgainAction } from "../../actions";

export const generateMetadata = pageTitle("webhooks", "delivery.title");

type Props = PageProps<"/dashboard/settings/forwarding/[id]/[delivery]">;

/** The forwarded request, and the service's response. */
export default async function ForwardedPage({ params }: Props) {
  const [t, locale] = [await getTranslations(), await getLocale()];
  const { actor, row: forwarding } = await findForwarding((await params).id);
  const parsed = id().safeParse((await params).delivery);
  const delivery = parsed.success && (await getForwarded(actor, forwarding.id, parsed.data));
  if (!delivery) notFound();
  const maySend = hasPermission(actor, "forwardings:write") && forwarding.status === "active";
  return (
    <Page
      title={t("webhooks.delivery.title")}
      note={forwardingName(forwarding)}
      actions={
        <>
          <ButtonLink href={`/dashboard/settings/forwarding/${forwarding.id}`} variant="default">
            {t("forwardings.back")}
          </ButtonLink>
          {maySend && <RedeliverButton redeliver={forwardAgainAction.bind(null, forwarding.id)} delivery={delivery} />}
        </>
      }
    >
      <DeliveryDetails delivery={delivery} problem={problemIn(locale, delivery.problem)} now={new Date()} />
    </Page>
  );
}
