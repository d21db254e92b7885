import { notFound } from "next/navigation";
import classes from "@/components/docs/reference.module.css";
import { SiteFooter, SiteHeader } from "@/components/site/site-frame";
import { Messages } from "@/components/ui/messages";
import { currentActor } from "@/lib/auth/session";
import { isRegistrationOpen } from "@/lib/platform/cache/instance-settings";
import { maySeeReference } from "./may-see-reference";

export default async function DocsLayout({ children }: { children: React.ReactNode }) {
  const signedIn = (await currentActor()) !== null;
  if (!(await maySeeReference())) notFound();
  return (
    <Messages of={["console"]}>
      <div className={classes.wide}>
        <SiteHeader signedIn={signedIn} open={await isRegistrationOpen()} docs />
        <div className={classes.page}>{children}</div>
        <SiteFooter docs />
      </div>
    </Messages>
  );
}
