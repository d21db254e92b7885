export interface CampaignRow {
  id: number;
  name: string;
  /** its address, or the text for campaigns without one */
  rotator: string | false;
  links: number;
  /** of the last 30 days */
  clicks: number;
  createdAt: Date;
}
