export const scopes = ["all", "campaign", "tag", "link"] as const;

/** The fields of the editors. Empty text means that a field is not set. */
export interface WebhookForm {
  name: string;
  url: string;
  events: string[];
  /** Chosen for a new webhook only. */
  scope: (typeof scopes)[number];
  /** The chosen link, campaign or tag. Only the one that matches the scope is set. */
  linkid: string;
  campaignid: string;
  tag: string;
}

export const emptyForm: WebhookForm = {
  ...{ name: "", url: "", events: [] },
  ...{ scope: "all", linkid: "", campaignid: "", tag: "" },
};
