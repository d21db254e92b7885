"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useBrand } from "./brand";
import { Logo } from "./logo";

/** The service's logo, which leads to its start page. */
export function HomeLink({ className }: { className: string | undefined }) {
  const t = useTranslations("ui");
  const { name } = useBrand();
  return (
    <Link href="/" className={className} aria-label={t("home", { name })}>
      <Logo />
    </Link>
  );
}
