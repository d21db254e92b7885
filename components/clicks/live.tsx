import { useTranslations } from "next-intl";
import type { ClickSubject } from "@/generated/prisma/enums";
import { LiveMark } from "./live-mark";

/** Keeps the page up to date with the clicks on what it shows. */
export function Live({ subject, ids }: { subject: ClickSubject; ids: number[] }) {
  const t = useTranslations("clicks");
  const url = `/dashboard/live?of=${ids.map((id) => `${subject}:${id}`).join(",")}`;
  return <LiveMark url={url} live={t("live")} polled={t("polled")} />;
}
