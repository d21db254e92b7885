import { Button } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { retryImport } from "@/components/ui/retry-import";
import type { DesignForm } from "./design-form";
import type { Template, TemplateActions } from "./templates";

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
export function TemplatesButton({ templates: known, templateActions, form, apply }: TemplatesButtonProps) {
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
