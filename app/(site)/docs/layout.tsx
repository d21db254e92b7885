import { Messages } from "@/components/ui/messages";

export default function DocsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["console"]}>{children}</Messages>;
}
