import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";

/** Shows a success notification. */
export function notifyDone(title: string, message: string) {
  notifications.show({ color: "pine", title, message });
}

/** Shows what an action warns about. It stays until the person closes it. */
export function notifyWarnings(sentences: string[] = []) {
  for (const message of sentences) notifications.show({ color: "yellow", message, autoClose: false });
}

export function notifyFailed(message: string) {
  notifications.show({ color: "red", message });
}

/** Shows a link to the log-in. It opens another tab, because this one has what was typed. */
export function notifySignedOut() {
  notifications.show({ id: "signed-out", color: "red", autoClose: false, message: <LogInLink /> });
}

function LogInLink() {
  const t = useTranslations("ui");
  return (
    <Button component="a" href="/login" target="_blank" size="compact-sm" variant="light">
      {t("logIn")}
    </Button>
  );
}

/** Shows a notification with an undo button for ten seconds. Returns a function that closes it. */
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
    <Button size="xs" variant="light" mt={4} onClick={onClick}>
      {t("undo")}
    </Button>
  );
}
