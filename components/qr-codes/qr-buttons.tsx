import { EntryButtons } from "@/components/ui/entry-buttons";
import type { QrType } from "@/generated/prisma/enums";
import { type DeleteQrAction, useQrDeletion } from "./use-qr-deletion";

interface QrButtonsProps {
  code: { id: number; name: string; type: QrType; scans: number };
  remove: DeleteQrAction;
}

export function QrButtons({ code, remove }: QrButtonsProps) {
  const deletion = useQrDeletion(remove)(code);
  return <EntryButtons edit={`/dashboard/qr-codes/${code.id}/edit`} deletion={deletion} list="/dashboard/qr-codes" />;
}
