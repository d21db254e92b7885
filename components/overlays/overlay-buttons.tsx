import { EntryButtons } from "@/components/ui/entry-buttons";
import type { DeleteAction } from "@/components/ui/question";
import { type DeletedOverlay, useOverlayDeletion } from "./use-overlay-deletion";

export function OverlayButtons({ overlay, remove }: { overlay: DeletedOverlay; remove: DeleteAction }) {
  const deletion = useOverlayDeletion(remove)(overlay);
  return (
    <EntryButtons edit={`/dashboard/overlays/${overlay.id}/edit`} deletion={deletion} list="/dashboard/overlays" />
  );
}
