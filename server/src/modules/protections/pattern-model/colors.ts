/**
 * Grey is for the default pattern. The others can be told apart without distinguishing red from green next to each
 * other.
 */
const grey = '#9E9E9E';
const palette = [
  '#1E88E5',
  '#F4511E',
  '#8E24AA',
  '#FDD835',
  '#00897B',
  '#D81B60',
  '#6D4C41',
  '#3949AB',
  '#C0CA33',
  '#00ACC1',
];

/** Returns the default color of a pattern, by its position. */
export const toColor = (position: number): string =>
  position === 0 ? grey : palette[(position - 1) % palette.length]!;
