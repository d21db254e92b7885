import { SignedInAs } from "@/components/admin/signed-in-as";
import { Shell } from "@/components/shell/shell";
import { Document, documentMetadata } from "@/components/ui/document";
import { requireSession } from "@/lib/auth/session";
import { planUsage } from "@/lib/resources/links/usage";
import { confirmAction, logOut } from "./actions";
import { signInAgainAction } from "./admin/users/actions";
import { createLinkAction } from "./links/actions";

export const generateMetadata = documentMetadata;

export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const { actor, adminSessionId } = await requireSession();
  const { userId, username, email, admin } = actor;
  return (
    <Document messages={["shell"]}>
      <Shell
        user={{ id: userId, username, email, admin }}
        usage={await planUsage(actor)}
        logOut={logOut}
        createLink={createLinkAction}
        confirm={confirmAction}
      >
        {adminSessionId && <SignedInAs username={username} back={signInAgainAction} />}
        {children}
      </Shell>
    </Document>
  );
}
