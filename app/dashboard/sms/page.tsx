import { IconDeviceMobileMessage, IconPencilPlus } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { CarrierNote, MessagesTable } from "@/components/sms/messages-table";
import { WatchDelivery } from "@/components/sms/watch-delivery";
import { ListPage } from "@/components/ui/list-page";
import { listParameters } from "@/components/ui/list-view";
import { pageTitle } from "@/components/ui/page";
import { SmsStatus } from "@/generated/prisma/enums";
import { requireActor } from "@/lib/auth/session";
import { z } from "@/lib/contract/zod";
import { findCarrier } from "@/lib/resources/sms/account";
import { listedMessages } from "./listed-messages";

const smsView = z.object({ ...listParameters, status: z.enum(SmsStatus).optional().catch(undefined) });

export const generateMetadata = pageTitle("sms", "title");

export default async function SmsPage({ searchParams }: PageProps<"/dashboard/sms">) {
  const t = await getTranslations("sms");
  const actor = await requireActor();
  const { page: requested, q, status } = smsView.parse(await searchParams);
  const [carrier, { rows, total, atMost, page, pages, underWay }] = await Promise.all([
    findCarrier(actor),
    listedMessages(actor, requested, { q, status }),
  ]);
  const statuses = Object.values(SmsStatus).map((value) => ({ value, label: t(`statuses.${value}`) }));
  return (
    <ListPage
      title={t("title")}
      top={<CarrierNote carrier={carrier} />}
      path="/dashboard/sms"
      search={{ q, label: t("search"), placeholder: t("search") }}
      filters={[
        {
          name: "status",
          label: t("table.status"),
          value: status ?? "",
          options: [{ value: "", label: t("allStatuses") }, ...statuses],
        },
      ]}
      {...{ page, pages, total, atMost }}
      count={t(q || status ? "found" : "count", { count: total })}
      create={{ href: "/dashboard/sms/new", label: t("new"), icon: <IconPencilPlus size={18} /> }}
      empty={{ icon: <IconDeviceMobileMessage />, title: t("empty.title"), text: t("empty.text") }}
    >
      <MessagesTable rows={rows} now={new Date()} />
      <WatchDelivery active={underWay} />
    </ListPage>
  );
}
