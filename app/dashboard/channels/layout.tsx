import { Messages } from "@/components/ui/messages";

export default function ChannelsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["channels", "fields"]}>{children}</Messages>;
}
