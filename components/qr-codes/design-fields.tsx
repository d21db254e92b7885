import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PictureField } from "@/components/ui/picture-field";
import type { FieldErrors } from "@/lib/contract/action-result";
import { ColourField } from "./colour-field";
import type { DesignForm } from "./design-form";
import classes from "./designer.module.css";
import { ShapeChoice } from "./shape-choice";
import { dotIcons, eyeIcons, frameIcons } from "./shape-icons";
import type { Template, TemplateActions } from "./templates";
import { TemplatesButton } from "./templates-button";

/** What the pages hand to a designer besides. */
export interface DesignTools {
  templates: Template[];
  templateActions: TemplateActions;
}

interface DesignFieldsProps extends DesignTools {
  form: DesignForm;
  /** what was refused, and why what is shown would not be kept */
  errors: FieldErrors;
  change: (design: Partial<DesignForm>) => void;
  /** the logo that the code has */
  storedLogo: string;
}

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

/** How a code looks. */
export function DesignFields({ form, errors, change, storedLogo, ...templates }: DesignFieldsProps) {
  const t = useTranslations("qr.designer");
  const colour = (field: "foreground" | "background") => (
    <ColourField
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
      <SimpleGrid cols={{ base: 1, xs: 2 }} className={classes.colours}>
        {colour("foreground")}
        {colour("background")}
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
          <ColourField
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
