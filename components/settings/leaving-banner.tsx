import { useFormatter, useTranslations } from "next-intl";
import classes from "@/components/admin/signed-in-as.module.css";
import { ButtonLink } from "@/components/ui/link";

/** Says on every page that the account goes, and leads to where it can be kept. */
export function LeavingBanner({ at, own }: { at: Date; own: boolean }) {
  const t = useTranslations("leaving.banner");
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
