import { EntryButtons } from "@/components/ui/entry-buttons";
import { type DeletedOverlay, type DeleteOverlayAction, useOverlayDeletion } from "./use-overlay-deletion";

export function OverlayButtons({ overlay, remove }: { overlay: DeletedOverlay; remove: DeleteOverlayAction }) {
  const deletion = useOverlayDeletion(remove)(overlay);
  return (
    <EntryButtons edit={`/dashboard/overlays/${overlay.id}/edit`} deletion={deletion} list="/dashboard/overlays" />
  );
}
