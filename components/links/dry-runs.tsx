import { Button, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconHistory, IconPlayerPlay } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useState, useTransition } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult, FieldErrors } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/readable-url";
import { weights } from "@/lib/contract/theme";
import type { RuleChoices } from "./link-form";
import { LocalTimeInput } from "./local-time-input";
import classes from "./rules.module.css";

/** Visits with the same outcome. */
export interface ReplayedWay {
  /** in the page's language */
  name: string;
  destination: string | null;
  visits: number;
}

/** Where past visitors would have gone with the editor's rules. All texts are in the page's language. */
export interface Replayed {
  visits: number;
  moved: number;
  before: ReplayedWay[];
  after: ReplayedWay[];
  /** how far back the visits reach, what is left out, and what clicks do not store */
  notes: string[];
}

/** Replays the last days' visits with the link's unsaved changes. */
export type ReplayAction = (changes: object, days: number) => Promise<ActionResult<Replayed>>;

interface ReplayPanelProps {
  changes: () => Record<string, unknown>;
  replay: ReplayAction;
  found: Replayed | undefined;
  onFound: (found: Replayed) => void;
}

const periods = [7, 30, 90, 365];

/** Shows where the visits of the last 30 days would have gone with these rules. */
export function ReplayPanel({ changes, replay, found, onFound }: ReplayPanelProps) {
  const t = useTranslations("links.replay");
  const safely = useSafeAction();
  const [days, setDays] = useState(30);
  const [failure, setFailure] = useState<string>();
  const [pending, startTransition] = useTransition();
  const run = () =>
    startTransition(async () => {
      const result = await safely(replay(changes(), days));
      if (result.ok) onFound(result.value);
      setFailure(result.ok ? undefined : Object.keys(result.errors).length > 0 ? t("unfinished") : result.error);
    });
  return (
    <DryRunPanel
      className={classes.replay}
      words={{ title: t("title"), about: t("about"), run: t("run") }}
      icon={<IconHistory size={16} />}
      onRun={run}
      pending={pending}
      failure={failure}
      found={found && <Findings found={found} />}
    >
      <NativeSelect
        label={t("period")}
        data={periods.map((value) => ({ value: String(value), label: t("days", { days: value }) }))}
        value={String(days)}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
    </DryRunPanel>
  );
}

function Findings({ found: { visits, moved, before, after, notes } }: { found: Replayed }) {
  const t = useTranslations("links.replay");
  if (visits === 0) return <Text>{t("none")}</Text>;
  return (
    <Stack gap="xs">
      <Text fw={weights.bold}>{t("moved", { moved, visits })}</Text>
      <Ways title={t("after")} ways={after} />
      <Ways title={t("before")} ways={before} />
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

function Ways({ title, ways }: { title: string; ways: ReplayedWay[] }) {
  const format = useFormatter();
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      <ul className={classes.ways}>
        {ways.map(({ name, destination, visits }) => (
          <li key={`${name} ${destination}`}>
            <span>
              {name}
              {destination !== null && <small>{` → ${withoutScheme(destination)}`}</small>}
            </span>
            <b>{format.number(visits)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The result for a simulated visitor. All reasons are in the page's language. */
export interface Simulated {
  outcome: "redirect" | "password" | "ended" | "missing" | "disabled";
  destination: string | null;
  /** the field of the rule that decided; null for the link's own destination */
  rule: string | null;
  /** the app that is tried before the destination, or `browser`; null for neither */
  opens: string | null;
  /** today's shares of visitors, if a split test decided */
  split: { destination: string; share: number }[] | null;
  why: { rule: string; matched: boolean; reason: string }[];
}

/** Simulates the input of `simulateBody` on the link with its unsaved changes. */
export type SimulateAction = (changes: object, visitor: object) => Promise<ActionResult<Simulated>>;

/** Browsers to try a link with, by readable names. */
const sampleBrowsers = {
  "iPhone, Safari":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1",
  "iPad, Safari":
    "Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1",
  "Android, Chrome":
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Mobile Safari/537.36",
  "Samsung Galaxy, Samsung Internet":
    "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
  "Windows, Chrome":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36",
  "Windows, Microsoft Edge":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36 Edg/133.0.0.0",
  "Mac, Safari":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15",
  "Linux, Firefox": "Mozilla/5.0 (X11; Linux x86_64; rv:135.0) Gecko/20100101 Firefox/135.0",
} as const;

/** A random address from a range reserved for documentation, so that a split test sees a new visitor each time. */
const sampleAddress = () => `203.0.113.${1 + Math.floor(Math.random() * 254)}`;

interface SimulatorProps {
  choices: RuleChoices;
  changes: () => Record<string, unknown>;
  simulate: SimulateAction;
  outcome: Simulated | undefined;
  onFound: (outcome: Simulated) => void;
}

const example = "utm_source=mail";
const names = Object.keys(sampleBrowsers) as (keyof typeof sampleBrowsers)[];

/**
 * Shows where a visitor, such as "from France, iPhone, French", would arrive and why. It decides with the same code as
 * the link.
 */
export function Simulator({ choices, changes, simulate, outcome, onFound }: SimulatorProps) {
  const t = useTranslations("links.simulator");
  const safely = useSafeAction();
  const [visitor, setVisitor] = useState({
    country: "",
    region: "",
    city: "",
    language: "",
    browser: names[0],
    time: "",
    query: "",
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [pending, startTransition] = useTransition();
  const set = (values: Partial<typeof visitor>) => setVisitor({ ...visitor, ...values });

  const run = () =>
    startTransition(async () => {
      const { browser = "iPhone, Safari", query, ...rest } = visitor;
      const input = {
        ...rest,
        query: query.replace(/^\?/, ""),
        userAgent: sampleBrowsers[browser],
        address: sampleAddress(),
      };
      const result = await safely(simulate(changes(), input));
      setErrors(result.ok ? {} : result.errors);
      const own = !result.ok && Object.keys(result.errors).some((path) => path in visitor);
      setFailure(result.ok || own ? undefined : Object.keys(result.errors).length > 0 ? t("unfinished") : result.error);
      if (result.ok) onFound(result.value);
    });

  const choose = (key: "country" | "language") => (
    <NativeSelect
      label={t(key)}
      data={[{ value: "", label: t("unknown") }, ...choices[key]]}
      value={visitor[key]}
      error={errors[key]}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
    />
  );
  const type = (key: "region" | "city", placeholder: string) => (
    <TextInput
      label={t(key)}
      placeholder={placeholder}
      maxLength={110}
      value={visitor[key]}
      error={errors[key]}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <DryRunPanel
      className={classes.simulator}
      words={{ title: t("title"), about: t("about"), run: t("run") }}
      icon={<IconPlayerPlay size={16} />}
      onRun={run}
      pending={pending}
      failure={failure}
      found={outcome && <Outcome outcome={outcome} />}
    >
      {choose("country")}
      {choices.visited && (
        <>
          {type("region", t("regionExample"))}
          {type("city", t("cityExample"))}
        </>
      )}
      {choose("language")}
      <NativeSelect
        label={t("browser")}
        data={names}
        value={visitor.browser}
        onChange={(event) => set({ browser: event.currentTarget.value as (typeof names)[number] })}
      />
      <TextInput
        label={t("query")}
        placeholder={example}
        maxLength={2048}
        value={visitor.query}
        error={errors.query}
        onChange={(event) => set({ query: event.currentTarget.value })}
      />
      <LocalTimeInput
        label={t("time")}
        description={t("now")}
        value={visitor.time}
        error={errors.time}
        onChange={(time) => set({ time })}
      />
    </DryRunPanel>
  );
}

function Outcome({ outcome: { outcome, destination, rule, opens, split, why } }: { outcome: Simulated }) {
  const t = useTranslations("links.simulator");
  const format = useFormatter();
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const apps = why.find(({ matched, rule: name }) => matched && name.startsWith("deeplink"));
  return (
    <Stack gap={4}>
      <Text fw={weights.bold}>{t(`outcomes.${outcome}`)}</Text>
      {destination && <Text style={{ overflowWrap: "anywhere" }}>{withoutScheme(destination)}</Text>}
      {(outcome === "redirect" || outcome === "password") && (
        <Text size="sm" c="dimmed">
          {decidedBy(rule, t)} {apps?.reason}
        </Text>
      )}
      {split && (
        <Text style={{ overflowWrap: "anywhere" }}>
          {t("today")}{" "}
          {split.map(({ destination, share }) => `${withoutScheme(destination)} ${percent(share)}`).join(" · ")}
        </Text>
      )}
      {opens && <Text>{opens === "browser" ? t("opensBrowser") : t("opensApp", { app: opens })}</Text>}
    </Stack>
  );
}

function decidedBy(rule: string | null, t: ReturnType<typeof useTranslations<"links.simulator">>): string {
  const [field, index] = (rule ?? "").split(".");
  if (field === "rules") return t("byRule", { position: Number(index) + 1 });
  if (field === "deeplink") return t("byApps");
  return field === "split" ? t("bySplit") : t("byNone");
}

interface DryRunPanelProps {
  className: string | undefined;
  words: { title: string; about: string; run: string };
  icon: ReactNode;
  onRun: () => void;
  pending: boolean;
  failure: string | undefined;
  /** the result */
  found: ReactNode;
  /** the input fields */
  children: ReactNode;
}

/** A panel that tries rules before they are saved. */
function DryRunPanel({ className, words, icon, onRun, pending, failure, found, children }: DryRunPanelProps) {
  return (
    <section
      className={className}
      aria-label={words.title}
      onKeyDown={(event) => {
        // Enter starts the try instead of saving the link.
        if (event.key !== "Enter" || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onRun();
      }}
    >
      <Stack gap="sm">
        <div>
          <Title order={2} size="h3">
            {words.title}
          </Title>
          <Text size="sm" c="dimmed">
            {words.about}
          </Text>
        </div>
        {children}
        <Button variant="default" leftSection={icon} loading={pending} onClick={onRun}>
          {words.run}
        </Button>
        <div role="status">{failure ? <Text c="var(--mantine-color-error)">{failure}</Text> : found}</div>
      </Stack>
    </section>
  );
}
