/** A picture of bars, as PNG. */
export interface BarPicture {
  /** Its name in a mail. */
  name: string;
  /** What it shows, for those who do not see it. */
  description: string;
  categories: readonly string[];
  series: readonly { name: string; ink: 'strong' | 'pale'; values: readonly number[] }[];
  /** A dashed line across the bars; null for none. */
  limit: number | null;
  /** Before each number of the axis, such as a currency symbol. */
  prefix: string;
  /** Pixels, as shown; drawn at twice that. */
  width: number;
  height: number;
}
