import { Shell } from "@/components/shell/shell";
import { Document, documentMetadata } from "@/components/ui/document";
import { requireActor } from "@/lib/auth/session";
import { logOut } from "./actions";
import { createLinkAction } from "./links/actions";

export const generateMetadata = documentMetadata;

export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const { userId, username, email, admin } = await requireActor();
  return (
    <Document messages={["shell"]}>
      <Shell user={{ id: userId, username, email, admin }} logOut={logOut} createLink={createLinkAction}>
        {children}
      </Shell>
    </Document>
  );
}
