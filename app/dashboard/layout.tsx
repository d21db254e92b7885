import { Shell } from "@/components/shell/shell";
import { Document, documentMetadata } from "@/components/ui/document";
import { requireActor } from "@/lib/auth/session";
import { planUsage } from "@/lib/links/usage";
import { logOut } from "./actions";
import { createLinkAction } from "./links/actions";

export const generateMetadata = documentMetadata;

export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const actor = await requireActor();
  const { userId, username, email, admin } = actor;
  return (
    <Document messages={["shell"]}>
      <Shell
        user={{ id: userId, username, email, admin }}
        usage={await planUsage(actor)}
        logOut={logOut}
        createLink={createLinkAction}
      >
        {children}
      </Shell>
    </Document>
  );
}
