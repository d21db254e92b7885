import { Messages } from "@/components/ui/messages";

export default function ImportLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["imports"]}>{children}</Messages>;
}
