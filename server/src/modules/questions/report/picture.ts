/** A bar or line chart, drawn as PNG. */
export interface Picture extends PictureDraft {
  /** Displayed size in pixels. The PNG has twice this size. */
  width: number;
  height: number;
}

/** A chart without a size. */
export interface PictureDraft {
  /** Its name in the mail. */
  name: string;
  kind: 'bars' | 'lines';
  /** Text alternative for readers who cannot see the image. */
  description: string;
  categories: readonly string[];
  series: readonly PictureSeries[];
  /** Whether the series are stacked. */
  isStacked?: boolean;
  /** A dashed line across the picture; null for none. */
  limit: number | null;
  /** Prefix of the axis labels, such as a currency symbol. */
  prefix: string;
}

export interface PictureSeries {
  name: string;
  /** As #rrggbb. */
  color: string;
  values: readonly (number | null)[];
}

/** Colors of the product's own charts, on white. */
export const strong = '#1c2429';
export const pale = '#b8bec3';
