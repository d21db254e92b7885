export const scopes = ["all", "campaign", "tag", "link"] as const;

/** Everything the editors edit. Empty text stands for what is not set. */
export interface WebhookForm {
  name: string;
  url: string;
  events: string[];
  /** Chosen for a new webhook only. */
  scope: (typeof scopes)[number];
  /** The chosen link, campaign or tag. Only that of the scope is set. */
  linkid: string;
  campaignid: string;
  tag: string;
}

export const emptyForm: WebhookForm = {
  ...{ name: "", url: "", events: [] },
  ...{ scope: "all", linkid: "", campaignid: "", tag: "" },
};
