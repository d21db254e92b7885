import { Messages } from "@/components/ui/messages";

export default function RegisterLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["account"]}>{children}</Messages>;
}
