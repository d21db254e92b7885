import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { b } from "@/components/ui/bold";
import classes from "./signed-in-as.module.css";

/** Shows an administrator which user they are logged in as, with a button to go back. */
export function SignedInAs({ username, back }: { username: string; back: () => Promise<void> }) {
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
