import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";

/** Says in a corner that something was done. */
export function notifyDone(title: string, message: string) {
  notifications.show({ color: "pine", title, message });
}

export function notifyFailed(message: string) {
  notifications.show({ color: "red", message });
}

/** Says that something was done and, for ten seconds, offers to take it back. It answers what withdraws the offer. */
export function notifyUndoable(title: string, undo: () => void): () => void {
  const id = notifications.show({
    color: "pine",
    title,
    autoClose: 10_000,
    message: (
      <UndoButton
        onClick={() => {
          notifications.hide(id);
          undo();
        }}
      />
    ),
  });
  return () => notifications.hide(id);
}

function UndoButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("ui");
  return (
    <Button size="compact-sm" variant="light" mt={4} onClick={onClick}>
      {t("undo")}
    </Button>
  );
}
