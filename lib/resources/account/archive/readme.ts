import type { Actor } from "@/lib/auth/actor";
import { baseUrl } from "@/lib/platform/env";

/** Explains each file to someone who has only the archive. */
export const readme = ({ username }: Actor, begun: Date) => `All that the account ${username} had at ${baseUrl()}
on ${begun.toISOString()}.

Files that end in .jsonl have one JSON object a line, in UTF-8, whose "kind" says
what it is. Their members are those of the API's answers, which ${baseUrl()}/docs
describes: times are UTC, ids are those that others of these files refer to.

  account.jsonl        who has the account
  settings.jsonl       its settings, other log-ins, webhooks, forwardings, and saved views of the list of links
  domains.jsonl        branded domains
  campaigns.jsonl      campaigns
  channels.jsonl       channels; channel-items.jsonl: what is in them
  tags.jsonl           tags
  utm-templates.jsonl  templates of UTM parameters
  shared-statistics.jsonl  of which links and campaigns statistics are shared
  pixels.jsonl         pixels
  overlays.jsonl       CTA overlays; answers.jsonl: what visitors answered
  splash-pages.jsonl   splash pages
  links.jsonl          links with all their settings, and what they go with by name
  links.csv            the same as a table
  deleted-links.jsonl  links that could still be restored
  qr-codes.jsonl       QR codes with their content
  qr-templates.jsonl   how QR codes look, to be used again
  bio-pages.jsonl      bio pages with their blocks
  sms.jsonl            messages that were sent
  clicks.jsonl         each click of which the detail is kept, robots included
  conversions.jsonl    what visitors did after clicks
  conversion-corrections.jsonl  which of these were corrected or withdrawn, by whom and when
  audit.jsonl          who changed what, if who had this made may see it
  days.jsonl           how many people clicked what on which day, as long as it is there
  qr-codes/            their pictures, by their codes, and their logos
  uploads/             pictures that were uploaded, by the name in their address
  manifest.json        of each file its bytes, its SHA-256 and how many records it has; and the files
                       that are left out because who had this made may not see them

links.jsonl and links.csv can be brought in again: at ${baseUrl()}/dashboard/import,
or at any other Signpost, with their aliases, rules, tags and the rest.
Nothing in here is a secret of the account: no password, no API key, no token.
`;
