import type { DeleteAction } from "@/components/ui/confirm-dialog-props";
import { EntryButtons } from "@/components/ui/entry-buttons";
import type { QrType } from "@/generated/prisma/enums";
import { useQrDeletion } from "./use-qr-deletion";

interface QrButtonsProps {
  code: { id: number; name: string; type: QrType; scans: number };
  remove: DeleteAction;
}

export function QrButtons({ code, remove }: QrButtonsProps) {
  const deletion = useQrDeletion(remove)(code);
  return <EntryButtons edit={`/dashboard/qr-codes/${code.id}/edit`} deletion={deletion} list="/dashboard/qr-codes" />;
}
