import { Messages } from "@/components/ui/messages";

export default function AuditLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["audit"]}>{children}</Messages>;
}
