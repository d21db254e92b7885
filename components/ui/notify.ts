import { notifications } from "@mantine/notifications";

/** Says in a corner that something was done. */
export function notifyDone(title: string, message: string) {
  notifications.show({ color: "pine", title, message, closeButtonProps: { "aria-label": "Dismiss" } });
}
