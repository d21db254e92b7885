import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/components/account/plain-form";
import { ProviderIcon, ProviderProblemNote } from "@/components/account/providers";
import { ConnectButton, PasswordForm } from "@/components/settings/security-forms";
import classes from "@/components/settings/settings.module.css";
import { UnlinkButton } from "@/components/settings/unlink-button";
import { Card } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/link";
import { Page, pageTitle } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Identity, Session } from "@/generated/prisma/client";
import { hasPassword } from "@/lib/auth/log-in";
import { readProviderProblem } from "@/lib/auth/provider-problem";
import { configuredProviders, isSameIssuer, type Provider } from "@/lib/auth/providers";
import { requireSession } from "@/lib/auth/session";
import { listSessions } from "@/lib/auth/session-rows";
import { readTwoFactor } from "@/lib/auth/two-factor";
import { describeAgent, UNKNOWN } from "@/lib/clicks/classify/enrich";
import type { ActionResult } from "@/lib/contract/action-result";
import { weights } from "@/lib/contract/theme";
import { env } from "@/lib/platform/env";
import { listIdentities } from "@/lib/resources/account/identities";
import {
  changePassword,
  disconnect,
  endAllOtherSessions,
  endOneSession,
  mailPasswordLink,
  requireConfirmationAction,
} from "../actions";

export const generateMetadata = pageTitle("settings", "sections.security");

/** How the user logs in, and where they are logged in. */
export default async function SecurityPage({ searchParams }: PageProps<"/dashboard/settings/security">) {
  const t = await getTranslations("settings");
  const { self, sessionId } = await requireSession();
  const [sessions, withPassword, twoFactor, identities] = await Promise.all([
    listSessions(self),
    hasPassword(self),
    readTwoFactor(self),
    listIdentities(self),
  ]);
  const providers = configuredProviders().map(({ id, name, issuer }) => ({ id, name, issuer }));
  return (
    <Page title={t("sections.security")} size="form">
      <Stack gap="lg">
        <Card title={t("password.title")} lead={t(withPassword ? "password.lead" : "password.none")}>
          {withPassword ? (
            <PasswordForm email={self.email} action={changePassword} />
          ) : (
            <PlainForm
              action={mailPasswordLink}
              submit={t(env.SMTP_URL ? "password.mail" : "password.mailWithoutMail")}
              fullWidth={false}
            />
          )}
        </Card>
        <Card title={t("twoFactor.title")} lead={t(twoFactor.enabledAt ? "twoFactor.on" : "twoFactor.off")}>
          <ButtonLink href="/dashboard/settings/two-factor" variant="default">
            {t(twoFactor.enabledAt ? "twoFactor.change" : "twoFactor.setUpLink")}
          </ButtonLink>
        </Card>
        {providers.length + identities.length > 0 && (
          <Card title={t("connections.title")} lead={t("connections.lead")}>
            <ProviderProblemNote problem={readProviderProblem(await searchParams)} />
            <Connections
              providers={providers}
              identities={identities}
              disconnect={disconnect}
              beFresh={requireConfirmationAction}
            />
          </Card>
        )}
        <Card title={t("sessions.title")}>
          <SessionList sessions={sessions} currentId={sessionId} end={endOneSession} endOthers={endAllOtherSessions} />
        </Card>
      </Stack>
    </Page>
  );
}

interface ConnectionsProps {
  providers: Pick<Provider, "id" | "name" | "issuer">[];
  identities: Identity[];
  disconnect: (id: number) => Promise<ActionResult<null>>;
  beFresh: () => Promise<ActionResult<null>>;
}

/** Providers' accounts that can log in to this one, and providers to connect. */
function Connections({ providers, identities, disconnect, beFresh }: ConnectionsProps) {
  const t = useTranslations("settings.connections");
  const configured = providers.map(({ id, name, issuer }) => ({
    id,
    name,
    identity: identities.find((entry) => isSameIssuer(entry.issuer, issuer)),
  }));
  // An account can be disconnected even if its provider is no longer configured.
  const others = identities
    .filter(({ issuer }) => !providers.some((provider) => isSameIssuer(provider.issuer, issuer)))
    .map((identity) => ({ id: "oidc" as const, name: new URL(identity.issuer).host, identity }));
  return (
    <ul className={classes.entries}>
      {[...configured, ...others].map(({ id, name, identity }) => (
        <li key={identity?.id ?? id}>
          <ProviderIcon id={id} />
          <div className={classes.entry}>
            <Text fw={weights.medium}>{name}</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {identity ? t("as", { label: identity.label }) : t("none")}
            </Text>
          </div>
          {identity ? (
            <UnlinkButton
              label={t("disconnectNamed", { provider: name })}
              unlink={{
                title: t("ask", { provider: name }),
                consequences: t("consequences", { label: identity.label }),
                confirm: t("disconnect"),
                act: disconnect.bind(null, identity.id),
                done: { title: t("done"), message: identity.label },
              }}
            />
          ) : (
            <ConnectButton provider={{ id, name }} beFresh={beFresh} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface SessionListProps {
  sessions: Session[];
  currentId: string;
  end: (form: FormData) => Promise<void>;
  endOthers: () => Promise<void>;
}

/** The browsers where the user is logged in. */
function SessionList({ sessions, currentId, end, endOthers }: SessionListProps) {
  const t = useTranslations("settings.sessions");
  const now = new Date();
  return (
    <>
      <ul className={classes.entries}>
        {sessions.map((session) => {
          const { browser, system, phone } = describe(session.userAgent);
          const known = browser ?? t("unknown");
          const name = system ? t("browserOn", { browser: known, system }) : known;
          const Icon = phone ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={session.id}>
              <Icon size={24} stroke={1.5} aria-hidden="true" />
              <div className={classes.entry}>
                <Text fw={weights.medium}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {t.rich("lastSeen", { when: () => <RelativeTime date={session.lastSeenAt} now={now} /> })}
                  {session.address && ` · ${t("from", { address: session.address })}`}
                </Text>
              </div>
              {session.id === currentId ? (
                <Badge variant="light">{t("current")}</Badge>
              ) : (
                <form action={end}>
                  <input type="hidden" name="session" value={session.id} />
                  <Button type="submit" size="xs" variant="default" aria-label={t("endNamed", { name })}>
                    {t("end")}
                  </Button>
                </form>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Group mt="md">
          <form action={endOthers}>
            <Button type="submit" variant="default">
              {t("endOthers")}
            </Button>
          </form>
        </Group>
      )}
    </>
  );
}

function describe(userAgent: string) {
  const { browser, os, device } = describeAgent(userAgent);
  const named = (name: string) => (name === UNKNOWN ? undefined : name);
  return { browser: named(browser), system: named(os), phone: device === "Mobile" || device === "Tablet" };
}
