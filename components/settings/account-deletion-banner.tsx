import { useFormatter, useTranslations } from "next-intl";
import classes from "@/components/admin/signed-in-as.module.css";
import { ButtonLink } from "@/components/ui/link";

/** Shown on every page while the account is about to be deleted, with a link to keep it. */
export function AccountDeletionBanner({ at, own }: { at: Date; own: boolean }) {
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
