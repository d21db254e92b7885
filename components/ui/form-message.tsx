import { Alert } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import type { FormState } from "@/lib/form";

/** The sentence of a form as a whole: read out when it appears. */
export function FormMessage({ state }: { state: FormState }) {
  return (
    <div aria-live="polite">
      {state.error && (
        <Alert color="red" variant="light" mb="lg" icon={<IconAlertCircle size={19} />}>
          {state.error}
        </Alert>
      )}
      {state.done && (
        <Alert color="pine" variant="light" mb="lg" icon={<IconCircleCheck size={19} />}>
          {state.done}
        </Alert>
      )}
    </div>
  );
}
