import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { useBioDeletion } from "./use-bio-deletion";

interface BioButtonsProps {
  page: { id: number; name: string; link: string };
  remove: DeleteAction;
}

export function BioButtons({ page, remove }: BioButtonsProps) {
  const deletion = useBioDeletion(remove)(page);
  return <EntryButtons edit={`/dashboard/bio/${page.id}/edit`} deletion={deletion} list="/dashboard/bio" />;
}
