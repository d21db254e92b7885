import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { cookies } from "next/headers";
import { useFormatter, useTranslations } from "next-intl";
import classes from "@/components/admin/signed-in-as.module.css";
import { AdoptZone } from "@/components/shell/adopt-zone";
import { closedGroups, groupsCookie } from "@/components/shell/closed-groups";
import { Shell } from "@/components/shell/shell";
import { AccountZone } from "@/components/ui/account-zone";
import { b } from "@/components/ui/bold";
import { Document, documentMetadata } from "@/components/ui/document";
import { KeepPictureProvider } from "@/components/ui/keep-picture";
import { LeaveGuard } from "@/components/ui/leave-guard";
import { ButtonLink } from "@/components/ui/link";
import { isFirstLogIn, requireSession } from "@/lib/auth/session";
import { planUsage } from "@/lib/resources/links/search/blocks";
import { listAccounts } from "@/lib/resources/members/service";
import { waitingReports } from "@/lib/resources/reports/service";
import { chooseAccountAction, confirmAction, cropPictureAction, keepPictureAction, logOut } from "./actions";
import { signInAgainAction } from "./admin/users/actions";
import { createLinkAction, shortenAction } from "./links/actions";

export const generateMetadata = documentMetadata;

export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const { actor, self, adminSessionId } = await requireSession();
  const { userId, username, email } = self;
  const [others, usage, waiting, isNew] = await Promise.all([
    listAccounts(self),
    planUsage(actor),
    actor.admin ? waitingReports(actor) : 0,
    isFirstLogIn(),
  ]);
  return (
    <Document messages={["shell"]}>
      <LeaveGuard owner={`${self.userId}.${actor.userId}`}>
        <AccountZone zone={actor.timeZone}>
          <Shell
            permissions={[...actor.permissions]}
            user={{ id: userId, username, email, admin: actor.admin }}
            accounts={others.length > 0 ? { chosen: actor.userId, others } : null}
            chooseAccount={chooseAccountAction}
            usage={usage}
            closed={closedGroups((await cookies()).get(groupsCookie)?.value)}
            waiting={waiting}
            logOut={logOut}
            createLink={createLinkAction}
            shorten={shortenAction}
            confirm={confirmAction}
          >
            {isNew && self.timeZone === null && !adminSessionId && <AdoptZone />}
            {actor.leavesAt && <AccountDeletionBanner at={actor.leavesAt} own={actor.userId === self.userId} />}
            {adminSessionId && <SignedInAs username={username} back={signInAgainAction} />}
            <KeepPictureProvider keep={keepPictureAction} crop={cropPictureAction}>
              {children}
            </KeepPictureProvider>
          </Shell>
        </AccountZone>
      </LeaveGuard>
    </Document>
  );
}

/** Shows an administrator which user they are logged in as, with a button to go back. */
function SignedInAs({ username, back }: { username: string; back: () => Promise<void> }) {
  const t = useTranslations("shell.signedInAs");
  return (
    <aside className={classes.banner} aria-label={t("label")}>
      <span>{t.rich("text", { b, username })}</span>
      <form action={back}>
        <Button type="submit" size="xs" variant="default" leftSection={<IconArrowBackUp size={16} />}>
          {t("back")}
        </Button>
      </form>
    </aside>
  );
}

/** Shown on every page while the account is about to be deleted, with a link to keep it. */
function AccountDeletionBanner({ at, own }: { at: Date; own: boolean }) {
  const t = useTranslations("account-deletion.banner");
  const date = useFormatter().dateTime(at, { dateStyle: "long" });
  return (
    <aside className={classes.banner} aria-label={t("label")}>
      <span>{t("text", { date })}</span>
      {own && (
        <ButtonLink href="/dashboard/settings/leave" size="xs" variant="default">
          {t("keep")}
        </ButtonLink>
      )}
    </aside>
  );
}
