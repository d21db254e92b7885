import { Messages } from "@/components/ui/messages";

export default function SettingsLayout({ children }: { children: React.ReactNode }) {
  return <Messages of={["settings"]}>{children}</Messages>;
}
