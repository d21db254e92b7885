import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import { DeliveryDetails } from "@/components/webhooks/delivery-details";
import { webhookName } from "@/components/webhooks/receiver-words";
import { RedeliverButton } from "@/components/webhooks/redelivery";
import { hasPermission } from "@/lib/auth/permissions";
import { id } from "@/lib/contract/fields";
import { getDelivery } from "@/lib/resources/webhooks/deliveries";
import { findWebhook } from "../../../../_lib/owned-row-loader";
import { redeliverAction } from "../../actions";
import { problemIn } from "../receiver";

export const generateMetadata = pageTitle("webhooks", "delivery.title");

type Props = PageProps<"/dashboard/settings/webhooks/[id]/[delivery]">;

/** The request of one delivery, and the endpoint's response. */
export default async function DeliveryPage({ params }: Props) {
  const [t, locale] = [await getTranslations("webhooks"), await getLocale()];
  const { actor, row: webhook } = await findWebhook((await params).id);
  const parsed = id().safeParse((await params).delivery);
  const delivery = parsed.success && (await getDelivery(actor, webhook.id, parsed.data));
  if (!delivery) notFound();
  const mayRedeliver = hasPermission(actor, "webhooks:write") && webhook.status === "active";
  return (
    <Page
      title={t("delivery.title")}
      note={webhookName(webhook)}
      actions={
        <>
          <ButtonLink href={`/dashboard/settings/webhooks/${webhook.id}`} variant="default">
            {t("delivery.back")}
          </ButtonLink>
          {mayRedeliver && <RedeliverButton redeliver={redeliverAction.bind(null, webhook.id)} delivery={delivery} />}
        </>
      }
    >
      <DeliveryDetails
        delivery={delivery}
        problem={problemIn(locale, delivery.problem)}
        url={webhook.url}
        now={new Date()}
      />
    </Page>
  );
}
