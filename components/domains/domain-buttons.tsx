import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import { useDomainDeletion } from "./use-domain-deletion";

interface DomainButtonsProps {
  domain: { id: number; host: string };
  remove: DeleteAction;
}

export function DomainButtons({ domain, remove }: DomainButtonsProps) {
  const deletion = useDomainDeletion(remove)(domain);
  return <EntryButtons edit={`/dashboard/domains/${domain.id}/edit`} deletion={deletion} list="/dashboard/domains" />;
}
