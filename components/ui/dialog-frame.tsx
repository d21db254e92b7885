import { Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";

interface DialogFrameProps {
  title: string;
  opened: boolean;
  close: () => void;
  children: React.ReactNode;
}

/** A dialog that appears as soon as it is mounted. */
export function DialogFrame({ title, opened, close, children }: DialogFrameProps) {
  // Only a modal that was closed before remembers what had the focus, and gives it back.
  const mounted = useMounted();
  return (
    <Modal opened={opened && mounted} onClose={close} title={title} zIndex={201}>
      {children}
    </Modal>
  );
}
