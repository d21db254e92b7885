import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useReach } from "@/components/ui/use-reach";
import type { ActionResult } from "@/lib/action-result";
import type { QrPreview } from "@/lib/qr-codes/preview";
import { rgbOf } from "./colours";
import { dataOf, type QrForm } from "./qr-form";

export type PreviewAction = (input: unknown) => Promise<ActionResult<QrPreview>>;

/** What the server draws of a form, soon after somebody stops typing; null until it has drawn for the first time. */
export function usePreview(form: QrForm, logo: string, preview: PreviewAction): ActionResult<QrPreview> | null {
  const reach = useReach();
  const { type } = form;
  // Of other types the picture does not hold the content: a change of that draws nothing anew.
  const drawn = JSON.stringify({
    type,
    data: type === "wifi" ? dataOf(form) : "",
    foreground: rgbOf(form.foreground),
    background: rgbOf(form.background),
    logo,
  });
  const [asked] = useDebouncedValue(drawn, 250);
  const [shown, setShown] = useState<ActionResult<QrPreview> | null>(null);
  const ask = useRef((input: string) => reach(preview(JSON.parse(input))));

  useEffect(() => {
    let current = true;
    ask.current(asked).then((result) => current && setShown(result));
    return () => {
      current = false;
    };
  }, [asked]);

  return shown;
}
