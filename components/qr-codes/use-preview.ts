import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult, FieldErrors } from "@/lib/contract/action-result";
import type { QrPreview } from "@/lib/resources/qr-codes/preview";

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
