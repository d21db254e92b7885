import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconQrcode } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { LoadingImage } from "@/components/ui/loading-image";
import { withoutScheme } from "@/lib/contract/readable-url";
import { weights } from "@/lib/contract/theme";
import classes from "./link-aside.module.css";
import type { LinkForm } from "./link-form";
import { PreviewCard } from "./preview-card";

interface LinkAsideProps {
  form: LinkForm;
  /** the id and title of the link that is edited */
  link?: { id: number; title: string };
}

/** A preview of the link while the form is filled in: its QR code and its link preview. */
export function LinkAside({ form, link }: LinkAsideProps) {
  const t = useTranslations("links.qr");
  return (
    <aside className={classes.aside} aria-label={t("aside")}>
      <div>
        <Text fw={weights.medium} mb={6}>
          {t("code")}
        </Text>
        <QrCode domain={form.domain} alias={form.custom.trim()} link={link?.id} />
      </div>
      <PreviewCard form={form} title={link?.title ?? ""} />
    </aside>
  );
}

function QrCode({ domain, alias, link }: { domain: string; alias: string; link: number | undefined }) {
  const t = useTranslations("links.qr");
  const [drawn] = useDebouncedValue(alias && `${domain}/${alias}`, 400);
  if (drawn === "")
    return (
      <div className={classes.later}>
        <IconQrcode size={34} stroke={1.3} aria-hidden />
        <Text>{t("later")}</Text>
      </div>
    );
  const address = new URLSearchParams({ of: drawn, ...(link && { link: `${link}` }) });
  return (
    <LoadingImage
      className={classes.code}
      src={`/dashboard/links/qr?${address}`}
      alt={t("title", { name: withoutScheme(drawn) })}
      width={160}
      height={160}
    />
  );
}
