export const reversedRange = 'The end of the range must be after its start.';

/** The error of a reversed range, reported for its end. */
export const notReversed = (end: string): { path: string[]; message: string } => ({
  path: [end],
  message: reversedRange,
});
