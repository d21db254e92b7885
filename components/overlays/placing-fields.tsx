import { NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { SampleChoice } from "@/components/ui/sample-choice";
import type { Fields } from "@/components/ui/use-editor";
import { positions, type Trigger, triggers } from "@/lib/resources/overlays/placement";
import type { OverlayForm } from "./overlay-form";
import classes from "./placing-fields.module.css";

/** The fields for an overlay's position and trigger. */
export function PlacingFields({ fields: { form, errors, set, text } }: { fields: Fields<OverlayForm["content"]> }) {
  const t = useTranslations("overlays.editor");
  return (
    <>
      <SampleChoice
        legend={t("position")}
        values={positions}
        isChosen={(position) => form.position === position}
        choose={(position) => set("position", position)}
      >
        {(position) => (
          <>
            <span className={classes.screen} data-position={position} aria-hidden>
              <span />
            </span>
            {t(`positions.${position}`)}
          </>
        )}
      </SampleChoice>
      <Stack gap="sm">
        <NativeSelect
          label={t("trigger")}
          name="content.trigger"
          value={form.trigger}
          error={errors.trigger}
          data={triggers.map((value) => ({ value, label: t(`triggers.${value}`) }))}
          onChange={(event) => set("trigger", event.currentTarget.value as Trigger)}
        />
        {form.trigger === "delay" && (
          <TextInput {...text("delay")} label={t("delay")} inputMode="numeric" maxLength={4} />
        )}
        <Text size="sm" c="dimmed">
          {t(form.trigger === "exit" ? "exitAbout" : "triggerAbout")}
        </Text>
      </Stack>
    </>
  );
}
