import { Group } from "@mantine/core";
import { ApiSample } from "@/components/site/api-sample";
import classes from "@/components/site/landing.module.css";
import { Points } from "@/components/site/points";
import { SignpostPicture } from "@/components/site/signpost-picture";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import { ButtonLink } from "@/components/ui/link";
import { currentActor } from "@/lib/auth/session";

export const metadata = { title: { absolute: "Signpost: short links you can count on" } };

export default async function LandingPage() {
  const signedIn = (await currentActor()) !== null;
  const start = signedIn
    ? { href: "/dashboard", label: "Open the dashboard" }
    : { href: "/register", label: "Create an account" };
  return (
    <div className={classes.top}>
      <SiteHeader signedIn={signedIn} />
      <main>
        <section className={classes.hero}>
          <div>
            <h1>Short links you can count on.</h1>
            <p className={classes.lead}>
              Signpost shortens, redirects and measures on your own machine. It is open source, starts with one command,
              and counts every click exactly once.
            </p>
            <Group gap="sm">
              <ButtonLink href={start.href} size="lg">
                {start.label}
              </ButtonLink>
              <ButtonLink href="/docs" size="lg" variant="default">
                Read the API reference
              </ButtonLink>
            </Group>
          </div>
          <SignpostPicture />
        </section>
        <div className={classes.band}>
          <section className={classes.section}>
            <h2>Numbers you can trust, links that stay up</h2>
            <Points />
          </section>
        </div>
        <section className={`${classes.section} ${classes.split}`}>
          <div>
            <h2>An API from the first minute</h2>
            <p className={classes.text}>
              Each account has a key. Whatever the pages can do, a program can do too: JSON in, JSON out, plain
              sentences when something is wrong, and an OpenAPI description of it all.
            </p>
            <ButtonLink href="/docs" variant="light">
              See every endpoint
            </ButtonLink>
          </div>
          <ApiSample />
        </section>
        <div className={classes.band}>
          <section className={`${classes.section} ${classes.last}`}>
            <h2>Put up your first sign</h2>
            <p className={classes.text}>Paste an address, share the short one, and watch people arrive.</p>
            <ButtonLink href={start.href} size="lg">
              {start.label}
            </ButtonLink>
          </section>
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}
