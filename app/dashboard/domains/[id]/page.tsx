import { Alert, Code, ColorSwatch, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconPalette } from "@tabler/icons-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { useDomainDeletion } from "@/components/deletions/use-deletion";
import { CheckAgain } from "@/components/domains/check-again";
import { DomainBadge, type DomainState } from "@/components/domains/domain-badge";
import classes from "@/components/domains/domains.module.css";
import { Proof } from "@/components/domains/proof";
import { Address } from "@/components/ui/address";
import { BlockedAlert } from "@/components/ui/blocked-alert";
import { Card } from "@/components/ui/card";
import type { DeleteAction } from "@/components/ui/confirm-dialog";
import { DescriptionList } from "@/components/ui/description-list";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { MayWrite } from "@/components/ui/may-write";
import { LoadingCard, Page } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { findUpload } from "@/components/ui/upload-in";
import { refusalIn } from "@/lib/contract/refusals";
import { getBioPage } from "@/lib/resources/bio-pages/service";
import { readTheme } from "@/lib/resources/domains/presenter";
import type { DomainTheme } from "@/lib/resources/domains/schema";
import { examineDomain } from "@/lib/resources/domains/service";
import { type DnsReport, type ProofRecord, verification } from "@/lib/resources/domains/verify";
import { loadDomain } from "../../_lib/owned-row-loader";
import { deleteDomainAction } from "../actions";

export async function generateMetadata({ params }: PageProps<"/dashboard/domains/[id]">): Promise<Metadata> {
  return { title: (await loadDomain((await params).id)).row.host };
}

export default async function DomainPage({ params }: PageProps<"/dashboard/domains/[id]">) {
  const t = await getTranslations("domains");
  const { actor, row: domain } = await loadDomain((await params).id);
  const bio = domain.rootBioPageId === null ? null : await getBioPage(actor, domain.rootBioPageId);
  return (
    <Page title={domain.host} size="form" actions={<DomainButtons domain={domain} remove={deleteDomainAction} />}>
      <Stack gap="lg">
        <Card title={t("dns.title")} lead={t("dns.lead")}>
          <Suspense fallback={<LoadingCard height={180} label={t("dns.asking")} />}>
            <Examined id={domain.id} />
          </Suspense>
        </Card>
        <Card title={t("redirects.title")}>
          <BlockedAlert
            mb="md"
            addresses={[
              ["redirectroot", domain.redirectRoot],
              ["redirect404", domain.redirect404],
            ]}
          />
          <DomainRedirects
            bio={bio}
            root={domain.redirectRoot}
            missing={domain.redirect404}
            forward={domain.forward}
            tracks={domain.trackConversions}
            accountTracks={actor.trackConversions}
          />
        </Card>
        <Card title={t("brand.heading")} lead={t("brand.lead")}>
          <DomainBrand id={domain.id} theme={readTheme(domain.theme)} />
        </Card>
      </Stack>
    </Page>
  );
}

/** Separate, because the DNS may take seconds to answer and the rest of the page must not wait. */
async function Examined({ id }: { id: number }) {
  const { actor } = await loadDomain(String(id));
  const { domain, report, proof } = await examineDomain(actor, id);
  const problem = report.problem && refusalIn(await getLocale(), report.problem);
  return (
    <DnsDoctor
      domain={{ ...domain, contested: proof !== null }}
      isChecked={verification() !== "off"}
      report={{ ...report, problem }}
      proof={proof}
      now={new Date()}
    />
  );
}

interface DnsDoctorProps {
  domain: DomainState & { host: string };
  /** false if this service accepts domains without a DNS check */
  isChecked: boolean;
  /** `problem` is in the language of the page */
  report: Omit<DnsReport, "problem"> & { problem: string | null };
  /** the record that proves ownership; null if no other account wants the domain */
  proof: ProofRecord | null;
  /** the time of rendering on the server */
  now: Date;
}

/** Shows the DNS records that were found next to the expected ones. */
function DnsDoctor({ domain, isChecked, report, proof, now }: DnsDoctorProps) {
  const t = useTranslations("domains.dns");
  const { host, status, failingSince } = domain;
  const { found, expected, problem, proofs } = report;
  return (
    <Stack>
      <Alert
        variant="light"
        color={problem ? "orange" : "pine"}
        icon={problem ? <IconAlertTriangle size={18} /> : <IconCircleCheck size={18} />}
        styles={{ message: { color: "var(--mantine-color-text)", overflowWrap: "anywhere" } }}
      >
        {problem ?? t("arrives", { host })}
        {failingSince && (
          <Text mt={6}>
            {t.rich(status === "suspended" ? "suspended" : "failing", {
              since: () => <RelativeTime date={failingSince} now={now} />,
            })}
          </Text>
        )}
      </Alert>
      <div className={classes.compared}>
        <Records title={t("found")} host={host} records={found} none={t(found ? "nothing" : "noAnswer")} />
        <Records title={t("expected")} host={host} records={expected} either={t("or")} none={t("nothing")} />
      </div>
      {!isChecked && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconInfoCircle size={18} style={{ flex: "none" }} />
          <Text size="sm" c="dimmed">
            {t("off")}
          </Text>
        </Group>
      )}
      {isChecked && proof && <Proof record={proof} found={proofs} isHeld={status !== "pending"} />}
      <Group justify="space-between">
        <DomainBadge domain={domain} />
        <CheckAgain />
      </Group>
    </Stack>
  );
}

interface RecordsProps {
  title: string;
  host: string;
  records: DnsReport["found"];
  /** shown between the CNAME and the addresses if one of them is enough */
  either?: string;
  none: string;
}

function Records({ title, host, records, either, none }: RecordsProps) {
  const { names, addresses } = records ?? { names: [], addresses: [] };
  const owners = [host, ...names];
  return (
    <div>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      <Stack gap={6}>
        {names.map((name, index) => (
          <Code key={name}>{`${owners[index]} CNAME ${name}`}</Code>
        ))}
        {either && names.length > 0 && addresses.length > 0 && (
          <Text size="sm" c="dimmed">
            {either}
          </Text>
        )}
        {addresses.map((address) => (
          <Code key={address}>
            {`${either ? host : owners.at(-1)} ${address.includes(":") ? "AAAA" : "A"} ${address}`}
          </Code>
        ))}
        {names.length + addresses.length === 0 && (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        )}
      </Stack>
    </div>
  );
}

/** Shows the look of a domain's own pages, with a button to change it. */
function DomainBrand({ id, theme }: { id: number; theme: DomainTheme | null }) {
  const t = useTranslations("domains.brand");
  const nameOf = useTranslations("ui.brand");
  const { name, logo, color } = theme ?? {};
  const pages = (["missing", "ended", "password"] as const).filter((page) => theme?.[page]);
  return (
    <>
      {theme ? (
        <DescriptionList
          items={[
            [nameOf("name"), name ?? null],
            [nameOf("logo"), logo ? <Logo key="logo" url={logo} /> : null],
            [
              nameOf("color"),
              color ? (
                <Group key="color" gap="xs">
                  <ColorSwatch color={color} size={18} />
                  {color}
                </Group>
              ) : null,
            ],
            [t("words"), pages.map((page) => t(`pages.${page}`)).join(", ") || null],
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t("none")}
        </Text>
      )}
      <MayWrite>
        <ButtonLink
          mt="md"
          variant="default"
          href={`/dashboard/domains/${id}/brand`}
          leftSection={<IconPalette size={16} />}
        >
          {t("edit")}
        </ButtonLink>
      </MayWrite>
    </>
  );
}

/** The pages load only uploaded pictures. For others, only the address is shown. */
function Logo({ url }: { url: string }) {
  const t = useTranslations("ui.brand");
  const upload = findUpload(url);
  if (!upload) return <Address url={url} />;
  // biome-ignore lint/performance/noImgElement: the user's own upload, shown small
  return <img src={upload} alt={t("logo")} className={classes.logo} />;
}

interface DomainButtonsProps {
  domain: { id: number; host: string };
  remove: DeleteAction;
}

function DomainButtons({ domain, remove }: DomainButtonsProps) {
  const deletion = useDomainDeletion(remove)(domain);
  return <EntryButtons edit={`/dashboard/domains/${domain.id}/edit`} deletion={deletion} list="/dashboard/domains" />;
}

interface DomainRedirectsProps {
  /** the bio page, which takes precedence over `root` */
  bio: { id: number; name: string } | null;
  root: string | null;
  missing: string | null;
  forward: "none" | "query" | "all";
  /** whether its links track conversions; null if it has no setting */
  tracks: boolean | null;
  /** the account's setting */
  accountTracks: boolean;
}

/** Shows where a domain redirects visitors without a link, and the defaults of its links. */
function DomainRedirects({ bio, root, missing, forward, tracks, accountTracks }: DomainRedirectsProps) {
  const t = useTranslations("domains.redirects");
  const own = tracks ? "on" : "off";
  const inherited = accountTracks ? "accountOn" : "accountOff";
  const redirect = root ? <Address key="root" url={root} /> : t("rootNone");
  return (
    <DescriptionList
      items={[
        [
          t("root"),
          bio ? (
            <TextLink key="root" href={`/dashboard/bio/${bio.id}`}>
              {t("rootBio", { name: bio.name })}
            </TextLink>
          ) : (
            redirect
          ),
        ],
        [t("forward"), t(`forwards.${forward}`)],
        [t("trackconversions"), t(`trackconversionsChoices.${tracks === null ? inherited : own}`)],
        [t("missing"), missing ? <Address key="missing" url={missing} /> : t("missingNone")],
      ]}
    />
  );
}
