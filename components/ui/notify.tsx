import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** Says in a corner that something was done. */
export function notifyDone(title: string, message: string) {
  notifications.show({ color: "pine", title, message });
}

/** The same, for a while with a button that takes it back. */
export function notifyUndoable(title: string, { label, undo }: { label: string; undo: () => void }) {
  const id = notifications.show({
    color: "pine",
    title,
    autoClose: 10_000,
    message: (
      <Button
        size="compact-sm"
        variant="light"
        mt={4}
        onClick={() => {
          notifications.hide(id);
          undo();
        }}
      >
        {label}
      </Button>
    ),
  });
}
