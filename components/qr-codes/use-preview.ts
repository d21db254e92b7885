import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";
import { drawnOf, type QrForm } from "./qr-form";

export type PreviewAction = (input: unknown) => Promise<ActionResult<QrPreview>>;

/** What the server draws of a form, soon after somebody stops typing; `first` is what it drew of the form as it began. */
export function usePreview(
  form: QrForm,
  preview: PreviewAction,
  first: ActionResult<QrPreview>,
): ActionResult<QrPreview> {
  const reach = useSafeAction();
  const drawn = JSON.stringify(drawnOf(form));
  const answered = useRef(drawn);
  const [asked] = useDebouncedValue(drawn, 250);
  const [shown, setShown] = useState(first);
  const ask = useRef((input: string) => reach(preview(JSON.parse(input))));

  useEffect(() => {
    if (asked === answered.current) return;
    answered.current = asked;
    let current = true;
    ask.current(asked).then((result) => current && setShown(result));
    return () => {
      current = false;
    };
  }, [asked]);

  return shown;
}
