import { Group } from "@mantine/core";
import { IconBolt, IconBox, IconDatabaseOff, IconDoorExit, IconEyeOff, IconWorld } from "@tabler/icons-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ApiSample } from "@/components/site/api-sample";
import { Features } from "@/components/site/features";
import classes from "@/components/site/landing.module.css";
import { ProductPicture } from "@/components/site/product-picture";
import { SiteFooter, SiteHeader } from "@/components/site/site-frame";
import { ButtonLink } from "@/components/ui/link";
import { currentActor } from "@/lib/auth/session";
import { instanceCode } from "@/lib/drawing/instance-code";
import { instanceSettings, isRegistrationOpen } from "@/lib/platform/cache/instance-settings";
import { baseUrl } from "@/lib/platform/env";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site");
  const { name, headline } = await instanceSettings();
  if (headline) return { title: { absolute: `${name}: ${headline}` } };
  return { title: { absolute: t("title", { name }) } };
}

export default async function LandingPage() {
  const t = await getTranslations("site");
  const signedIn = (await currentActor()) !== null;
  const { name, landingPage, landingRedirect, headline, text, docsPage } = await instanceSettings();
  if (!landingPage) redirect(landingRedirect ?? (signedIn ? "/dashboard" : "/login"));
  const docs = docsPage || signedIn;
  const open = await isRegistrationOpen();
  const enter = open ? { href: "/register", label: t("start") } : { href: "/login", label: t("logIn") };
  const start = signedIn ? { href: "/dashboard", label: t("openDashboard") } : enter;
  const { host } = new URL(baseUrl());
  return (
    <div className={classes.top}>
      <SiteHeader signedIn={signedIn} open={open} docs={docs} />
      <main>
        <section className={classes.hero}>
          <h1 dir="auto">{headline ?? t("headline")}</h1>
          <p className={classes.lead} dir="auto">
            {text ?? t("lead", { name })}
          </p>
          <Group gap="sm" justify="center">
            <ButtonLink href={start.href} size="lg">
              {start.label}
            </ButtonLink>
            {docs && (
              <ButtonLink href="/docs" size="lg" variant="default">
                {t("readApi")}
              </ButtonLink>
            )}
          </Group>
          <ProductPicture host={host} />
        </section>
        <section className={classes.section}>
          <div className={classes.head}>
            <h2>{t("featuresTitle")}</h2>
            <p className={classes.text}>{t("featuresLead")}</p>
          </div>
          <Features host={host} code={await instanceCode()} />
        </section>
        <div className={classes.band}>
          <section className={classes.section}>
            <h2>{t("pointsTitle")}</h2>
            <Points />
          </section>
        </div>
        {docs && (
          <section className={`${classes.section} ${classes.split}`}>
            <div>
              <h2>{t("apiTitle")}</h2>
              <p className={classes.text}>{t("apiText")}</p>
              <ButtonLink href="/docs" variant="light">
                {t("seeApi")}
              </ButtonLink>
            </div>
            <ApiSample />
          </section>
        )}
        <div className={classes.band}>
          <section className={`${classes.section} ${classes.last}`}>
            <h2>{t("lastTitle")}</h2>
            <p className={classes.text}>{t("lastText")}</p>
            <ButtonLink href={start.href} size="lg">
              {start.label}
            </ButtonLink>
          </section>
        </div>
      </main>
      <SiteFooter docs={docs} />
    </div>
  );
}

const points = [
  { name: "kept", Icon: IconBolt },
  { name: "calm", Icon: IconDatabaseOff },
  { name: "private", Icon: IconEyeOff },
  { name: "command", Icon: IconBox },
  { name: "domains", Icon: IconWorld },
  { name: "leave", Icon: IconDoorExit },
] as const;

function Points() {
  const t = useTranslations("site.points");
  return (
    <ul className={classes.points}>
      {points.map(({ name, Icon }) => (
        <li key={name} className={classes.point}>
          <span className={classes.icon}>
            <Icon size={20} stroke={1.7} aria-hidden="true" />
          </span>
          <h3>{t(`${name}.title`)}</h3>
          <p>{t.rich(`${name}.text`, { code: (words) => <code>{words}</code> })}</p>
        </li>
      ))}
    </ul>
  );
}
