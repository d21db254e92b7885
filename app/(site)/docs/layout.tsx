import classes from "@/components/docs/reference.module.css";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { Messages } from "@/components/ui/messages";
import { currentActor } from "@/lib/auth/session";
import { env } from "@/lib/platform/env";

export default async function DocsLayout({ children }: { children: React.ReactNode }) {
  return (
    <Messages of={["console"]}>
      <div className={classes.wide}>
        <SiteHeader signedIn={(await currentActor()) !== null} open={env.REGISTRATION === "open"} />
        <div className={classes.page}>{children}</div>
        <SiteFooter />
      </div>
    </Messages>
  );
}
