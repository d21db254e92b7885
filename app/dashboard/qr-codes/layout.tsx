import { Messages } from "@/components/ui/messages";

export default function QrCodesLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["qr", "fields", "clicks"]}>{children}</Messages>;
}
