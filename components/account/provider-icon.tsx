import { IconBrandGithub, IconBrandGoogle, IconLogin2 } from "@tabler/icons-react";
import type { Provider } from "@/lib/auth/providers";

const icons = { google: IconBrandGoogle, github: IconBrandGithub, oidc: IconLogin2 };

export function ProviderIcon({ id }: { id: Provider["id"] }) {
  const Icon = icons[id];
  return <Icon size={19} aria-hidden="true" />;
}
