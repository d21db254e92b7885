import { Messages } from "@/components/ui/messages";

export default function TeamLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["account"]}>{children}</Messages>;
}
