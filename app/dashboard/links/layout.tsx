import { Messages } from "@/components/ui/messages";

export default function LinksLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["links", "fields", "clicks", "pixels", "sharing"]}>{children}</Messages>;
}
