export const reversedRange = 'The end of the range must be after its start.';

/** What a refinement reports at the field of the end of a range. */
export const notReversed = (end: string): { path: string[]; message: string } => ({
  path: [end],
  message: reversedRange,
});
