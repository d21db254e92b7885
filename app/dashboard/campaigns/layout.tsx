import { Messages } from "@/components/ui/messages";

export default function CampaignsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["campaigns", "fields", "clicks", "sharing"]}>{children}</Messages>;
}
