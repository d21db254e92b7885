"use client";

import { Fieldset, SimpleGrid, Switch, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Editor } from "@/components/ui/editor";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";
import { amounts, counted, flagOf, type PlanForm, switched } from "./plan-form";

interface PlanEditorProps {
  initial: PlanForm;
  /** Currency code of the prices. */
  currency: string;
  isNew?: boolean;
  save: (changes: Record<string, unknown>) => Promise<ActionResult<number>>;
}

const prices = ["pricemonthly", "priceyearly", "pricelifetime"] as const;

export function PlanEditor({ initial, currency, isNew = false, save }: PlanEditorProps) {
  const t = useTranslations("admin.planEditor");
  const saved = useSaved(isNew ? t("created") : undefined);
  const editor = useEditor({
    initial,
    // A new plan sends its limits even if they were not changed in the form.
    save: (changes) => save(isNew ? { storagemb: initial.storagemb, limits: initial.limits, ...changes } : changes),
    draft: isNew ? "plan" : undefined,
    required: ["name", "storagemb"],
    onSaved: () => saved(form.name, "/dashboard/admin/plans"),
  });
  const { form, errors, set, text, toggle } = editor.fields;
  const { limits } = form;
  const put = (values: Partial<PlanForm["limits"]>) => set("limits", { ...limits, ...values });

  return (
    <Editor editor={editor} submit={isNew ? t("create") : undefined} cancel="/dashboard/admin/plans">
      <TextInput {...text("name")} label={t("name")} required maxLength={100} />
      {isNew && <Switch {...toggle("free")} label={t("free")} description={t("freeAbout")} />}
      {!form.free && (
        <Fieldset legend={t("prices", { currency })}>
          <Text size="sm" c="dimmed" mb="sm">
            {t("pricesAbout")}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {prices.map((name) => (
              <TextInput key={name} {...text(name)} label={t(name)} inputMode="decimal" maxLength={13} />
            ))}
          </SimpleGrid>
        </Fieldset>
      )}
      <Fieldset legend={t("limits")}>
        <Text size="sm" c="dimmed" mb="sm">
          {t("limitsAbout")}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {amounts.map((name) => (
            <TextInput
              key={name}
              label={t(`amounts.${name}`)}
              placeholder={t("unlimited")}
              inputMode="numeric"
              maxLength={10}
              value={limits[name]}
              error={errors[`limits.${name}`]}
              onChange={(event) => put({ [name]: event.currentTarget.value })}
            />
          ))}
          <TextInput {...text("storagemb")} label={t("storage")} required inputMode="numeric" maxLength={7} />
          {counted.map((name) => (
            <div key={name}>
              <TextInput
                label={t(`counted.${name}`)}
                placeholder={limits[name].enabled === "1" ? t("unlimited") : t("off")}
                inputMode="numeric"
                maxLength={10}
                disabled={limits[name].enabled === "0"}
                value={limits[name].enabled === "1" ? limits[name].count : ""}
                error={errors[`limits.${name}.count`]}
                onChange={(event) => put({ [name]: { ...limits[name], count: event.currentTarget.value } })}
              />
              <Switch
                mt={6}
                size="xs"
                label={t("enabled")}
                aria-label={t("enabledNamed", { name: t(`counted.${name}`) })}
                checked={limits[name].enabled === "1"}
                onChange={(event) => put({ [name]: { ...limits[name], enabled: flagOf(event.currentTarget.checked) } })}
              />
            </div>
          ))}
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={t("features")}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {switched.map((name) => (
            <Switch
              key={name}
              label={t(`switched.${name}`)}
              checked={limits[name].enabled === "1"}
              onChange={(event) => put({ [name]: { enabled: flagOf(event.currentTarget.checked) } })}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
    </Editor>
  );
}
