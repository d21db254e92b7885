import type { RefusalCode } from "@/lib/contract/refusal-kinds";

export const drawingRefuses: RefusalCode[] = [
  "drawing_busy",
  "drawing_failed",
  "qr_colors_alike",
  "qr_data_too_long",
  "qr_data_too_long_for_logo",
  "qr_frame_characters",
  "qr_gradient_alike",
  "qr_inverted",
  "qr_logo_unreadable",
  "qr_style_unreadable",
];

/** Refusals of logos, by address or as uploads. One that cannot be fetched is left out. */
export const logoRefuses: RefusalCode[] = [
  "fetch_not_http",
  "fetch_not_public",
  "fetch_url_incomplete",
  "image_damaged",
  "image_too_large",
  "image_type_unknown",
  "logo_address_invalid",
  "upload_not_yours",
  "uploads_too_many",
];

export const logoWarns: RefusalCode[] = ["logo_left_out"];
