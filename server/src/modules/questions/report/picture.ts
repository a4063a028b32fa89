/** A picture of bars or lines, as PNG. */
export interface Picture extends PictureDraft {
  /** Pixels, as shown; drawn at twice that. */
  width: number;
  height: number;
}

/** A picture whose size is not chosen yet. */
export interface PictureDraft {
  /** Its name in a mail. */
  name: string;
  kind: 'bars' | 'lines';
  /** What it shows, for those who do not see it. */
  description: string;
  categories: readonly string[];
  series: readonly PictureSeries[];
  /** Whether the series stand on one another. */
  isStacked?: boolean;
  /** A dashed line across the picture; null for none. */
  limit: number | null;
  /** Before each number of the axis, such as a currency symbol. */
  prefix: string;
}

export interface PictureSeries {
  name: string;
  /** As #rrggbb. */
  color: string;
  values: readonly (number | null)[];
}

/** Colors of the product's own figures, on white. */
export const strong = '#1c2429';
export const pale = '#b8bec3';
