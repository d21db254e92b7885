import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import type { SmsDraft } from "@/lib/resources/sms/draft";

export type MeasureAction = (message: string) => Promise<ActionResult<SmsDraft>>;

/** The server's measure of a message, requested after a pause in typing. Null without a message. */
export function useMeasure(message: string, measure: MeasureAction): ActionResult<SmsDraft> | null {
  const safely = useSafeAction();
  const [debounced] = useDebouncedValue(message, 250);
  const [measured, setMeasured] = useState<ActionResult<SmsDraft> | null>(null);
  const ask = useRef((text: string) => safely(measure(text)));

  useEffect(() => {
    if (debounced === "") return setMeasured(null);
    let current = true;
    ask.current(debounced).then((result) => current && setMeasured(result));
    return () => {
      current = false;
    };
  }, [debounced]);

  return measured;
}
