"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useBrand } from "./brand";
import classes from "./logo.module.css";

/** The logo: a signpost with two boards. */
function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={classes.mark}>
      <path d="M15 3h2.4v26H15z" className={classes.post} />
      <path d="M8 5.5h14.6L27 9.5l-4.4 4H8z" className={classes.first} />
      <path d="M23 15.5H9.6L5.4 19.2l4.2 3.8H23z" className={classes.second} />
    </svg>
  );
}

/** The logo of a page that has nothing else to show. */
export function LargeLogo() {
  const { logo } = useBrand();
  // biome-ignore lint/performance/noImgElement: the administrator's upload, which is small already
  return logo ? <img src={logo} alt="" className={classes.large} /> : <LogoMark size={52} />;
}

/**
 * The service's logo and name. An administrator's logo includes the name, and links around it have the name as their
 * label.
 */
export function Logo() {
  const { name, logo } = useBrand();
  // biome-ignore lint/performance/noImgElement: the administrator's upload, which is small already
  if (logo) return <img src={logo} alt="" className={classes.picture} />;
  return (
    <span className={classes.logo}>
      <LogoMark />
      {name}
    </span>
  );
}

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
