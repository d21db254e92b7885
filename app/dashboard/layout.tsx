import { cookies } from "next/headers";
import { SignedInAs } from "@/components/admin/signed-in-as";
import { AccountDeletionBanner } from "@/components/settings/account-deletion-banner";
import { AdoptZone } from "@/components/shell/adopt-zone";
import { closedGroups, groupsCookie } from "@/components/shell/closed-groups";
import { Shell } from "@/components/shell/shell";
import { AccountZone } from "@/components/ui/account-zone";
import { Document, documentMetadata } from "@/components/ui/document";
import { KeepPictureProvider } from "@/components/ui/keep-picture";
import { LeaveGuard } from "@/components/ui/leave-guard";
import { isFirstLogIn, requireSession } from "@/lib/auth/session";
import { planUsage } from "@/lib/resources/links/search/usage";
import { accountsOf } from "@/lib/resources/members/service";
import { waitingReports } from "@/lib/resources/reports/service";
import { chooseAccountAction, confirmAction, logOut } from "./actions";
import { signInAgainAction } from "./admin/users/actions";
import { createLinkAction, shortenAction } from "./links/actions";
import { cropPictureAction, keepPictureAction } from "./picture-action";

export const generateMetadata = documentMetadata;

export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const { actor, self, adminSessionId } = await requireSession();
  const { userId, username, email } = self;
  const [others, usage, waiting, isNew] = await Promise.all([
    accountsOf(self),
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
