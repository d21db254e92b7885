export interface CampaignRow {
  id: number;
  name: string;
  /** its address, or that there is none */
  rotator: string | false;
  links: number;
  /** of the last 30 days */
  clicks: number;
  createdAt: Date;
}
