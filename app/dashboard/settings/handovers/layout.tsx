import { Messages } from "@/components/ui/messages";

export default function HandoversLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["ownership-transfers"]}>{children}</Messages>;
}
