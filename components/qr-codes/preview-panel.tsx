import { Paper, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult, FieldErrors } from "@/lib/contract/action-result";
import { LEAST_CODE_CONTRAST } from "@/lib/contract/colors";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import classes from "./designer.module.css";

/** From this contrast on, cameras can read the code in poor light. */
const goodContrast = 4;

interface PreviewPanelProps {
  shown: ActionResult<QrPreview>;
  /** What the image encodes. */
  hold: "address" | "link" | "wifi" | "wifiPrinted";
}

/** Preview of the code, and whether cameras can read it. */
export function PreviewPanel({ shown, hold }: PreviewPanelProps) {
  const t = useTranslations("qr.preview");
  return (
    <Paper component="section" aria-label={t("title")} className={classes.preview}>
      {shown.ok ? (
        // biome-ignore lint/performance/noImgElement: a preview has nothing to optimize
        <img
          src={shown.value.picture}
          alt={t("title")}
          className={classes.picture}
          data-refused={!!shown.value.refusal}
        />
      ) : (
        <div className={classes.picture}>
          <Text>{t(hold === "wifi" || hold === "wifiPrinted" ? "incomplete" : "none")}</Text>
        </div>
      )}
      <ul className={classes.checks} aria-live="polite">
        {shown.ok && <Checks preview={shown.value} />}
        <Check kind="info">{t(hold)}</Check>
      </ul>
    </Paper>
  );
}

function Checks({ preview: { contrast, refusal } }: { preview: QrPreview }) {
  const t = useTranslations("qr.preview");
  const format = useFormatter();
  const ratio = format.number(contrast, { maximumFractionDigits: 1 });
  return (
    <>
      <Check kind={contrast < goodContrast ? "warning" : "good"}>
        {t(contrast < LEAST_CODE_CONTRAST ? "contrastLow" : contrast < goodContrast ? "contrastWeak" : "contrast", {
          ratio,
        })}
      </Check>
      {refusal ? <Check kind="warning">{t("unreadable")}</Check> : <Check kind="good">{t("decoded")}</Check>}
    </>
  );
}

const icons = { good: IconCircleCheck, warning: IconAlertTriangle, info: IconInfoCircle };

function Check({ kind, children }: { kind: keyof typeof icons; children: React.ReactNode }) {
  const Icon = icons[kind];
  return (
    <li data-kind={kind}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

export type PreviewAction = (input: unknown) => Promise<ActionResult<QrPreview>>;

/** The server's preview of an input, requested after a pause in typing. `first` is the preview of the first input. */
export function usePreview(
  input: object,
  preview: PreviewAction,
  first: ActionResult<QrPreview>,
): ActionResult<QrPreview> {
  const safely = useSafeAction();
  const drawn = JSON.stringify(input);
  const answered = useRef(drawn);
  const [debounced] = useDebouncedValue(drawn, 250);
  const [shown, setShown] = useState(first);
  const ask = useRef((input: string) => safely(preview(JSON.parse(input))));

  useEffect(() => {
    if (debounced === answered.current) return;
    answered.current = debounced;
    let current = true;
    ask.current(debounced).then((result) => current && setShown(result));
    return () => {
      current = false;
    };
  }, [debounced]);

  return shown;
}

/** The preview's errors by field. */
export function readPreviewRefusals(shown: ActionResult<QrPreview>): FieldErrors {
  if (!shown.ok) return shown.errors;
  const { refusal } = shown.value;
  return refusal ? { [refusal.path]: refusal.message } : {};
}
