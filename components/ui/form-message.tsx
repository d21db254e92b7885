import { Alert } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import type { FormState } from "@/lib/http/server-action";

/** The message about a whole form, announced by screen readers. Fields have their own messages. */
export function FormMessage({ state }: { state: FormState }) {
  return (
    <>
      {state?.ok === false && Object.keys(state.errors).length === 0 && (
        <Alert color="red" variant="light" mb="lg" icon={<IconAlertCircle size={19} />}>
          {state.error}
        </Alert>
      )}
      {state?.ok && (
        <Alert role="status" color="pine" variant="light" mb="lg" icon={<IconCircleCheck size={19} />}>
          {state.value}
        </Alert>
      )}
    </>
  );
}
