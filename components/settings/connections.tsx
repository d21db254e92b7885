import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ProviderIcon } from "@/components/account/provider-icon";
import type { Identity } from "@/generated/prisma/client";
import { isSameIssuer } from "@/lib/auth/issuer";
import type { Provider } from "@/lib/auth/providers";
import type { ActionResult } from "@/lib/contract/action-result";
import { ConnectButton } from "./connect-button";
import classes from "./settings.module.css";
import { UnlinkButton } from "./unlink-button";

interface ConnectionsProps {
  providers: Pick<Provider, "id" | "name" | "issuer">[];
  identities: Identity[];
  disconnect: (id: number) => Promise<ActionResult<null>>;
  beFresh: () => Promise<ActionResult<null>>;
}

/** Providers' accounts that can log in to this one, and providers to connect. */
export function Connections({ providers, identities, disconnect, beFresh }: ConnectionsProps) {
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
            <Text fw={500}>{name}</Text>
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
