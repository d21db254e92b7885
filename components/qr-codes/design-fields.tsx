import { Button, Input, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PictureField } from "@/components/ui/picture-field";
import { plainInputProps } from "@/components/ui/plain-inputs";
import { retryImport } from "@/components/ui/retry-import";
import type { FieldErrors } from "@/lib/contract/action-result";
import { black } from "@/lib/contract/theme";
import { type DesignForm, formatRgb, parseTypedColor, type Template, type TemplateActions } from "./design-form";
import classes from "./designer.module.css";
import choiceClasses from "./picture-choice.module.css";

/** Positions of the modules in the sample drawings. */
const cells = [
  [0, 0],
  [1, 0],
  [0, 1],
  [2, 1],
  [1, 2],
  [2, 2],
] as const;

const each = (draw: (x: number, y: number) => string) => (
  <path d={cells.map(([x, y]) => draw(2 + x * 8, 2 + y * 8)).join("")} />
);

/** A sample of each module shape. */
const dotIcons: Record<DesignForm["dots"], React.ReactNode> = {
  square: each((x, y) => `M${x} ${y}h8v8h-8z`),
  rounded: (
    <path d="M6 2h8a4 4 0 0 1 0 8h-4v4a4 4 0 0 1-8 0V6a4 4 0 0 1 4-4zM22 10a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4h-8a4 4 0 0 1 0-8h4v-4a4 4 0 0 1 4-4z" />
  ),
  circle: each((x, y) => `M${x + 0.4} ${y + 4}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z`),
  diamond: each((x, y) => `M${x + 4} ${y}l4 4l-4 4l-4-4z`),
};

/** A sample of each corner shape. */
const eyeIcons: Record<DesignForm["eyes"], React.ReactNode> = {
  square: <path d="M3 3h22v22H3zM6.5 6.5v15h15v-15zM10 10h8v8h-8z" />,
  rounded: (
    <path d="M9 3h10a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6zM9.5 6.5a3 3 0 0 0-3 3v9a3 3 0 0 0 3 3h9a3 3 0 0 0 3-3v-9a3 3 0 0 0-3-3zM12 10h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2z" />
  ),
  circle: (
    <path d="M3 14a11 11 0 1 0 22 0a11 11 0 1 0-22 0zM6.5 14a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0zM10 14a4 4 0 1 0 8 0a4 4 0 1 0-8 0z" />
  ),
  leaf: (
    <path d="M11 3h14v14a8 8 0 0 1-8 8H3V11a8 8 0 0 1 8-8zM11.5 6.5a5 5 0 0 0-5 5v10h10a5 5 0 0 0 5-5v-10zM13 10h5v5a3 3 0 0 1-3 3h-5v-5a3 3 0 0 1 3-3z" />
  ),
};

/** A sample of each frame, with its text. */
const frameIcons: Record<DesignForm["frame"]["style"], React.ReactNode> = {
  "": <path d="M6 6h16v16H6zM8.5 8.5v11h11v-11z" />,
  box: <path d="M6 1h16a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zM6.5 3.5v15h15v-15z" />,
  label: <path d="M6 1h16v16H6zM8.5 3.5v11h11v-11zM7.5 20h13a3.5 3.5 0 0 1 0 7h-13a3.5 3.5 0 0 1 0-7z" />,
  bubble: (
    <path d="M6 1h16v15H6zM8.5 3.5v10h11v-10zM14 17.5l3 3h6a1 1 0 0 1 1 1V26a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-4.500a1 1 0 0 1 1-1h6z" />
  ),
};

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

interface DesignColorProps {
  label: string;
  /** Label of the browser's color picker. */
  choose: string;
  value: string;
  error: string | undefined;
  onChange: (color: string) => void;
}

/** A color, typed or picked. */
function DesignColor({ label, choose, value, error, onChange }: DesignColorProps) {
  const hex = parseTypedColor(formatRgb(value));
  return (
    <TextInput
      label={label}
      value={value}
      error={error}
      maxLength={32}
      {...plainInputProps}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label={choose}
          value={/^#[\da-f]{6}$/.test(hex) ? hex : black}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}

// Loaded on demand, because most designs are made without templates.
const TemplatesDialog = dynamic(
  () => retryImport(() => import("./templates-dialog").then((module) => module.TemplatesDialog)),
  { loading: () => null },
);

interface TemplatesButtonProps {
  templates: Template[];
  templateActions: TemplateActions;
  form: DesignForm;
  apply: (design: DesignForm) => void;
}

/** Opens the templates. */
function TemplatesButton({ templates: known, templateActions, form, apply }: TemplatesButtonProps) {
  const t = useTranslations("qr.templates");
  const [templates, setTemplates] = useState(known);
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Button variant="default" leftSection={<IconTemplate size={18} />} onClick={() => setOpened(true)}>
        {t("title")}
      </Button>
      {opened && (
        <TemplatesDialog
          templates={templates}
          setTemplates={setTemplates}
          actions={templateActions}
          form={form}
          apply={apply}
          close={() => setOpened(false)}
        />
      )}
    </div>
  );
}

interface ShapeChoiceProps<Value extends string> {
  name: string;
  legend: string;
  value: Value;
  options: { value: Value; label: string; icon: React.ReactNode }[];
  error?: string;
  onChange: (value: Value) => void;
}

/** A choice between shapes, each shown by a small drawing. */
function ShapeChoice<Value extends string>({ name, legend, value, options, error, onChange }: ShapeChoiceProps<Value>) {
  return (
    <fieldset className={`${choiceClasses.choice} ${choiceClasses.few}`}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <svg viewBox="0 0 28 28" width={28} height={28} fill="currentColor" fillRule="evenodd" aria-hidden>
            {option.icon}
          </svg>
          {option.label}
        </label>
      ))}
      {error && <Input.Error className={choiceClasses.error}>{error}</Input.Error>}
    </fieldset>
  );
}
