import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { type DeletedOverlay, useOverlayDeletion } from "./use-overlay-deletion";

export function OverlayButtons({ overlay, remove }: { overlay: DeletedOverlay; remove: DeleteAction }) {
  const deletion = useOverlayDeletion(remove)(overlay);
  return (
    <EntryButtons edit={`/dashboard/overlays/${overlay.id}/edit`} deletion={deletion} list="/dashboard/overlays" />
  );
}
