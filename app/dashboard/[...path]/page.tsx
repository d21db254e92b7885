import { notFound } from "next/navigation";

/** Addresses of the dashboard without a page, so that they are answered within its frame. */
export default function UnknownPage() {
  notFound();
}
