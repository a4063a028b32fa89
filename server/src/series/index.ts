/** The time-series store: recent points of tags in rows, older ones in encoded chunks. */

export { appendPoints } from './append.ts';
export { BucketAccumulator, type Buckets, divideRange } from './bucket-accumulator.ts';
export { logChanges, pointsChannel, takenChanges } from './changes.ts';
export { compactDue, compactTags } from './compact.ts';
export { deletePoints } from './delete.ts';
export { defaultTolerance } from './early.ts';
export { importPoints } from './import.ts';
export type { TagInput, TagResult } from './inputs.ts';
export { latestPoints, oldestTimes } from './latest.ts';
export { earliestTime, latestTime, type Points, Quality } from './points.ts';
export { estimateCount, readBuckets, readPoints, readSeries, type Series, scanPoints } from './read.ts';
export { readNewPoints } from './read-new.ts';
export { holdStored, releaseEarly } from './release-early.ts';
export { dropStaged, openStaging, replacePoints, stagePoints, swapStaged } from './replace.ts';
