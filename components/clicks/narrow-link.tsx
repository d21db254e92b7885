import Link from "next/link";
import { PendingMark } from "./filter-controls";

interface NarrowLinkProps {
  /** of `clicksQuery` */
  href: string;
  className?: string;
  title?: string;
  children: React.ReactNode;
}

/** A link to another view of the same statistics. Not prefetched, because a page has many of them. */
export function NarrowLink({ href, className, title, children }: NarrowLinkProps) {
  return (
    <Link href={href} scroll={false} prefetch={false} className={className} title={title}>
      {children}
      <PendingMark />
    </Link>
  );
}
