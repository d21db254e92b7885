import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PictureField } from "@/components/ui/picture-field";
import type { FieldErrors } from "@/lib/contract/action-result";
import { DesignColor } from "./design-color";
import type { DesignForm } from "./design-form";
import classes from "./designer.module.css";
import { ShapeChoice } from "./shape-choice";
import { dotIcons, eyeIcons, frameIcons } from "./shape-icons";
import type { Template, TemplateActions } from "./templates";
import { TemplatesButton } from "./templates-button";

/** The templates and their actions, which pages pass to a designer. */
export interface DesignTools {
  templates: Template[];
  templateActions: TemplateActions;
}

interface DesignFieldsProps extends DesignTools {
  form: DesignForm;
  /** Errors of the last save and of the preview. */
  errors: FieldErrors;
  change: (design: Partial<DesignForm>) => void;
  /** The stored logo. */
  storedLogo: string;
}

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

/** The fields for a code's design. */
export function DesignFields({ form, errors, change, storedLogo, ...templates }: DesignFieldsProps) {
  const t = useTranslations("qr.designer");
  const color = (field: "foreground" | "background") => (
    <DesignColor
      label={t(field)}
      choose={t(`${field}Choose`)}
      value={form[field]}
      error={errors[field]}
      onChange={(value) => change({ [field]: value })}
    />
  );
  const { gradient, frame } = form;
  const chooseFrame = (style: typeof frame.style) =>
    change({ frame: { style, text: style === "" || frame.text !== "" ? frame.text : t("frameDefault") } });

  return (
    <>
      <TemplatesButton {...templates} form={form} apply={change} />
      <ShapeChoice
        name="dots"
        legend={t("dots")}
        value={form.dots}
        options={keysOf(dotIcons).map((value) => ({ value, label: t(`shapes.${value}`), icon: dotIcons[value] }))}
        error={errors.dots}
        onChange={(value) => change({ dots: value })}
      />
      <ShapeChoice
        name="eyes"
        legend={t("eyes")}
        value={form.eyes}
        options={keysOf(eyeIcons).map((value) => ({ value, label: t(`shapes.${value}`), icon: eyeIcons[value] }))}
        onChange={(value) => change({ eyes: value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} className={classes.colors}>
        {color("foreground")}
        {color("background")}
        <NativeSelect
          label={t("gradient")}
          value={gradient.type}
          data={(["", "linear", "radial"] as const).map((value) => ({
            value,
            label: t(`gradients.${value || "none"}`),
          }))}
          onChange={(event) =>
            change({ gradient: { ...gradient, type: event.currentTarget.value as typeof gradient.type } })
          }
        />
        {gradient.type !== "" && (
          <DesignColor
            label={t("gradientColor")}
            choose={t("gradientColorChoose")}
            value={gradient.color}
            error={errors["gradient.color"]}
            onChange={(color) => change({ gradient: { ...gradient, color } })}
          />
        )}
      </SimpleGrid>
      <ShapeChoice
        name="frame.style"
        legend={t("frame")}
        value={frame.style}
        options={keysOf(frameIcons).map((value) => ({
          value,
          label: t(`frames.${value || "none"}`),
          icon: frameIcons[value],
        }))}
        onChange={chooseFrame}
      />
      {frame.style !== "" && (
        <TextInput
          name="frame.text"
          label={t("frameText")}
          description={t("frameTextAbout")}
          required
          maxLength={24}
          value={frame.text}
          error={errors["frame.text"]}
          onChange={(event) => change({ frame: { ...frame, text: event.currentTarget.value } })}
        />
      )}
      <PictureField
        name="logo"
        label={t("logo")}
        description={t("logoAbout")}
        placeholder="https://example.com/logo.png"
        value={form.logo}
        stored={storedLogo}
        error={errors.logo}
        onChange={(event) => change({ logo: event.currentTarget.value })}
      />
    </>
  );
}
