import { Messages } from "@/components/ui/messages";

export default function AdminLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["admin"]}>{children}</Messages>;
}
