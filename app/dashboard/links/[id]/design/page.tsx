import { redirect } from "next/navigation";
import { can } from "@/lib/auth/permissions";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import { findQrCodeTo } from "@/lib/resources/qr-codes/service";
import { ownLink } from "../own-link";

/** Leads to the QR code that somebody made for the link, else to the designer. */
export default async function LinkDesignPage({ params }: PageProps<"/dashboard/links/[id]/design">) {
  const { actor, row: link } = await ownLink((await params).id);
  const url = shortUrlOf(link);
  const code = await findQrCodeTo(actor, url);
  if (code) redirect(`/dashboard/qr-codes/${code.id}`);
  // Whoever may design none finds the picture of it with the link.
  redirect(
    can(actor, "qr:write") ? `/dashboard/qr-codes/new?link=${encodeURIComponent(url)}` : `/dashboard/links/${link.id}`,
  );
}
