import { Button, Fieldset, Stack, Switch, Text, VisuallyHidden } from "@mantine/core";
import { IconArrowsSplit, IconHistory, IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { OnceInView } from "@/components/ui/once-in-view";
import { UrlInput } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import { useSortable } from "@/components/ui/use-sortable";
import type { ReplayAction, Replayed, SimulateAction, Simulated } from "./dry-runs";
import type { LinkFields, RuleChoices, RuleForm } from "./link-form";
import classes from "./rules.module.css";

// Renders nothing while a part is loading.
const loading = () => null;

/** Loaded only for a split test. */
const SharesField = dynamic(() => retryImport(() => import("./shares-field").then((module) => module.SharesField)), {
  loading,
});

/** Loaded only if there is a rule. */
const RuleCard = dynamic(() => retryImport(() => import("./rule-card").then((module) => module.RuleCard)), { loading });
/** Loaded only if app links are turned on, because of its table. */
const KnownApp = dynamic(() => retryImport(() => import("./known-app").then((module) => module.KnownApp)), { loading });

const Simulator = dynamic(() => retryImport(() => import("./dry-runs").then((module) => module.Simulator)), {
  loading,
});

/** Loaded only on demand. */
const ReplayPanel = dynamic(() => retryImport(() => import("./dry-runs").then((module) => module.ReplayPanel)), {
  loading,
});

interface RulesPanelProps {
  fields: LinkFields;
  choices: RuleChoices;
  /** the unsaved changes */
  changes: () => Record<string, unknown>;
  simulate: SimulateAction;
  /** only for existing links */
  replay?: ReplayAction;
}

/**
 * Redirects for some visitors: the rules in their order, the split test and the apps, with the simulator next to them.
 */
export function RulesPanel({ fields, choices, changes, simulate, replay }: RulesPanelProps) {
  const t = useTranslations("links.rules");
  const { rules, moved, ...edit } = useRules(fields);
  const list = useRef<HTMLOListElement>(null);
  const { grip, shift } = useSortable(list, edit.move);
  const adding = useRef<HTMLButtonElement>(null);
  // Results are only valid for the rules they were made with.
  const [found, setFound] = useState<{ of: LinkFields["form"]; outcome: Simulated }>();
  const [replayed, setReplayed] = useState<{ of: LinkFields["form"]; found: Replayed }>();
  const [requested, setRequested] = useState(false);
  const outcome = found?.of === fields.form ? found.outcome : undefined;

  return (
    <div className={classes.columns}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("about")}
        </Text>
        <ol ref={list} className={classes.rules} aria-label={t("list")}>
          {rules.map((rule, index) => (
            <RuleCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is nothing but its position
              key={index}
              {...{ rule, index, choices }}
              errors={fields.errors}
              last={index === rules.length - 1}
              moved={moved === index}
              reason={outcome?.why.find(({ rule: name }) => name === `rules.${index}`)}
              change={(next) => edit.change(index, next)}
              remove={() => {
                edit.remove(index);
                // The focused button disappears with its rule.
                adding.current?.focus();
              }}
              move={(by) => edit.move(index, index + by)}
              grip={grip(index)}
              shift={shift(index)}
            />
          ))}
        </ol>
        <VisuallyHidden role="status">
          {moved === undefined ? "" : t("moved", { position: moved + 1, count: rules.length })}
        </VisuallyHidden>
        <Button
          ref={adding}
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} />}
          disabled={rules.length >= 100}
          onClick={edit.add}
        >
          {t("add")}
        </Button>
        <DeepLink fields={fields} />
        <Fieldset legend={t("others")}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t(fields.form.split.length > 0 ? "othersSplit" : "othersAbout")}
            </Text>
            {fields.form.split.length > 0 ? (
              <SharesField
                path="split"
                errors={fields.errors}
                shares={fields.form.split}
                change={(shares) => {
                  fields.set("split", shares);
                  if (shares.length === 0) fields.set("splitfinish", null);
                }}
                finish={{
                  path: "splitfinish",
                  value: fields.form.splitfinish,
                  change: (finish) => fields.set("splitfinish", finish),
                }}
              />
            ) : (
              <Button
                variant="default"
                size="xs"
                className={classes.add}
                leftSection={<IconArrowsSplit size={16} />}
                onClick={() =>
                  fields.set(
                    "split",
                    [fields.form.url, ""].map((to) => ({ to, weight: 1 })),
                  )
                }
              >
                {t("shares.begin")}
              </Button>
            )}
          </Stack>
        </Fieldset>
      </Stack>
      <div>
        <OnceInView>
          <Simulator
            {...{ choices, changes, simulate, outcome }}
            onFound={(next) => setFound({ of: fields.form, outcome: next })}
          />
        </OnceInView>
        {replay && !requested && (
          <Button variant="default" mt="md" leftSection={<IconHistory size={16} />} onClick={() => setRequested(true)}>
            {t("replay")}
          </Button>
        )}
        {replay && requested && (
          <ReplayPanel
            {...{ changes, replay }}
            found={replayed?.of === fields.form ? replayed.found : undefined}
            onFound={(next) => setReplayed({ of: fields.form, found: next })}
          />
        )}
      </div>
    </div>
  );
}

function DeepLink({ fields: { form, errors, set } }: { fields: LinkFields }) {
  const t = useTranslations("links.rules");
  const input = (key: "apple" | "google", label: string, placeholder: string) => (
    <UrlInput
      label={label}
      placeholder={placeholder}
      value={form.deeplink[key]}
      error={errors[`deeplink.${key}`]}
      onChange={(event) => set("deeplink", { ...form.deeplink, [key]: event.currentTarget.value })}
    />
  );
  return (
    <Fieldset legend={t("apps")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("appsAbout")}
        </Text>
        <Switch
          label={t("auto")}
          description={t("autoAbout")}
          checked={form.deeplink.auto}
          onChange={(event) => set("deeplink", { ...form.deeplink, auto: event.currentTarget.checked })}
        />
        {form.deeplink.auto && <KnownApp form={form} />}
        {input("apple", t("apple"), "https://apps.apple.com/app/…")}
        {input("google", t("google"), "https://play.google.com/store/apps/…")}
      </Stack>
    </Fieldset>
  );
}

/** The form's rules and the functions to edit them. `moved` is the present position of the rule that was moved last. */
function useRules({ form: { rules }, set }: LinkFields) {
  const [moved, setMoved] = useState<number>();
  const put = (next: RuleForm[]) => {
    setMoved(undefined);
    set("rules", next);
  };
  return {
    rules,
    moved,
    add: () => put([...rules, { when: {}, to: "" }]),
    change: (index: number, rule: RuleForm) => put(rules.with(index, rule)),
    remove: (index: number) => put(rules.toSpliced(index, 1)),
    move: (from: number, to: number) => {
      const rule = rules[from];
      if (!rule || from === to || to < 0 || to >= rules.length) return;
      put(rules.toSpliced(from, 1).toSpliced(to, 0, rule));
      setMoved(to);
    },
  };
}
