import { useTranslations } from "next-intl";
import { TextLink } from "@/components/ui/link";
import type { Change } from "@/lib/resources/audit/service";

/** The pages of the things that changes are about. */
const pages: Partial<Record<Change["subject"], (id: number) => string>> = {
  link: (id) => `/dashboard/links/${id}`,
  campaign: (id) => `/dashboard/campaigns/${id}`,
  channel: (id) => `/dashboard/channels/${id}`,
  bio_page: (id) => `/dashboard/bio/${id}`,
  qr_code: (id) => `/dashboard/qr-codes/${id}`,
  domain: (id) => `/dashboard/domains/${id}`,
  tag: (id) => `/dashboard/tags/${id}/edit`,
  utm_template: (id) => `/dashboard/utm-templates/${id}/edit`,
  pixel: (id) => `/dashboard/pixels/${id}/edit`,
  overlay: (id) => `/dashboard/overlays/${id}/edit`,
  splash_page: (id) => `/dashboard/splash/${id}/edit`,
};

/** A link to the changed thing, if it still exists and has a page. */
export function ThingLink({ change: { subject, id, name } }: { change: Change }) {
  const t = useTranslations("audit");
  const page = pages[subject]?.(id);
  if (!page || typeof name !== "string") return null;
  return <TextLink href={page}>{t("open", { thing: t(`subjects.${subject}`), name })}</TextLink>;
}
