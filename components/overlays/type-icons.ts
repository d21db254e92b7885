import { IconChartBar, IconMail, IconMessage, IconMessageCircle, IconPhoto, IconTicket } from "@tabler/icons-react";
import type { OverlayType } from "@/lib/resources/overlays/content";

export const typeIcons: Record<OverlayType, typeof IconMail> = {
  message: IconMessage,
  coupon: IconTicket,
  poll: IconChartBar,
  newsletter: IconMail,
  contact: IconMessageCircle,
  image: IconPhoto,
};
