import type { Generated, GeneratedAlways } from 'kysely';

export interface DataPointHotTable {
  tag_id: number;
  time: number;
  value: number | null;
  quality: number;
}

export interface DataPointChunkTable {
  tag_id: number;
  /** Times of the first and the last point. */
  t0: number;
  t1: number;
  /** How many points, and how many of them are good or uncertain: the summaries are over those. */
  n: number;
  valid: number;
  worst_quality: number;
  vmin: number | null;
  vmax: number | null;
  vsum: number | null;
  vfirst: number | null;
  vlast: number | null;
  format: number;
  data: Buffer;
}

export interface PointChangeTable {
  id: Generated<number>;
  tag_ids: number[];
  from_times: number[];
}

/** Points that are put aside. */
export interface StagedSeriesTable {
  id: GeneratedAlways<number>;
  owner: string;
}

declare module '../platform/database/database.ts' {
  interface Tables {
    data_point_hot: DataPointHotTable;
    data_point_chunk: DataPointChunkTable;
    point_change: PointChangeTable;
    staged_series: StagedSeriesTable;
  }
}
