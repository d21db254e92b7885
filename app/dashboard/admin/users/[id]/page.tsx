import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ownedRowLoader } from "@/app/dashboard/_lib/owned-row-loader";
import { StatusBadge } from "@/components/admin/status-badge";
import { SubscriptionForm } from "@/components/admin/subscription-form";
import { AdministratorButton, ReplaceKeyButton, TwoFactorButton } from "@/components/admin/user-access-buttons";
import { UserButtons } from "@/components/admin/user-actions";
import { Card } from "@/components/ui/card";
import { DescriptionList } from "@/components/ui/description-list";
import { megabytes } from "@/components/ui/formats";
import { Page } from "@/components/ui/page";
import { env } from "@/lib/platform/env";
import { listPlans } from "@/lib/resources/plans/service";
import { measureStorage } from "@/lib/resources/plans/storage";
import { getEntry, ownedBy, type UserEntry } from "@/lib/resources/users/directory";
import { administrator } from "../../../_lib/required";
import {
  deleteUserAction,
  removeTwoFactorAction,
  rotateKeyAction,
  setAdministratorAction,
  signInAsAction,
  subscribeAction,
} from "../actions";

export async function generateMetadata({ params }: PageProps<"/dashboard/admin/users/[id]">): Promise<Metadata> {
  return { title: (await namedUser((await params).id)).row.username };
}

export default async function UserPage({ params }: PageProps<"/dashboard/admin/users/[id]">) {
  const { actor, row: user } = await namedUser((await params).id);
  const t = await getTranslations("admin");
  const [plans, owned, stored] = await Promise.all([
    listPlans(actor),
    ownedBy(actor, user.id),
    measureStorage(user.id),
  ]);
  const { id } = user;
  const isAdmin = user.status === "admin";
  return (
    <Page
      title={user.username}
      note={user.email}
      size="form"
      actions={
        user.id !== actor.userId && <UserButtons user={user} remove={deleteUserAction} signInAs={signInAsAction} />
      }
    >
      <Stack gap="lg">
        <Card title={t("user.title")}>
          <UserFacts user={user} owned={owned} stored={stored} now={new Date()} />
        </Card>
        <Card title={t("plan.title")} lead={t(isAdmin ? "plan.leadAdmin" : "plan.lead")}>
          <SubscriptionForm
            user={id}
            present={String(user.planId)}
            plans={plans.map(({ id, name, free }) => ({ value: String(id), label: name, free }))}
            action={subscribeAction}
          />
        </Card>
        {user.twoFactor && (
          <Card title={t("twoFactor.title")} lead={t("twoFactor.lead")}>
            <TwoFactorButton
              user={user}
              mails={env.SMTP_URL !== undefined}
              remove={removeTwoFactorAction.bind(null, id)}
            />
          </Card>
        )}
        <Card title={t("key.title")} lead={t("key.lead")}>
          <ReplaceKeyButton user={user} replace={rotateKeyAction.bind(null, id)} />
        </Card>
        {id !== actor.userId && (
          <Card title={t("administrator.title")} lead={t(`administrator.${isAdmin ? "lead" : "leadNone"}`)}>
            <AdministratorButton
              user={user}
              isAdmin={isAdmin}
              change={setAdministratorAction.bind(null, id, !isAdmin)}
            />
          </Card>
        )}
      </Stack>
    </Page>
  );
}

/** The user whose id is in the address. */
const namedUser = async (id: string) => {
  await administrator();
  return listed(id);
};

const listed = ownedRowLoader(getEntry);

interface UserFactsProps {
  user: UserEntry;
  owned: { campaigns: number; channels: number; qrCodes: number; bioPages: number; domains: number };
  /** In bytes. */
  stored: number;
  now: Date;
}

function UserFacts({ user, owned, stored, now }: UserFactsProps) {
  const t = useTranslations("admin.user");
  const format = useFormatter();
  return (
    <DescriptionList
      columns
      now={now}
      items={[
        [t("status"), <StatusBadge key="status" status={user.status} />],
        [t("plan"), user.planName],
        [t("ends"), user.planExpiresAt],
        [t("twoFactor"), t(user.twoFactor ? "on" : "off")],
        [t("registered"), user.createdAt],
        [t("lastSeen"), user.lastSeenAt ?? t("never")],
        [t("storage"), megabytes(format, stored)],
        [t("links"), user.links],
        [t("qrCodes"), owned.qrCodes],
        [t("campaigns"), owned.campaigns],
        [t("channels"), owned.channels],
        [t("bioPages"), owned.bioPages],
        [t("domains"), owned.domains],
      ]}
    />
  );
}
