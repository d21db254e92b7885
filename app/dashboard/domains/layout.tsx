import { Messages } from "@/components/ui/messages";

export default function DomainsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["domains", "fields"]}>{children}</Messages>;
}
