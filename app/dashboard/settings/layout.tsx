import { SettingsNav } from "@/components/settings/settings-nav";
import classes from "@/components/settings/settings-nav.module.css";
import { settingsGroups } from "@/components/shell/settings-sections";
import { Messages } from "@/components/ui/messages";
import { requireActor } from "@/lib/auth/session";

export default async function SettingsLayout({ children }: { children: React.ReactNode }) {
  const { permissions } = await requireActor();
  return (
    <Messages of={["settings"]}>
      <div className={classes.frame}>
        <SettingsNav groups={settingsGroups(permissions)} />
        <div>{children}</div>
      </div>
    </Messages>
  );
}
