/** Grey is for the default pattern; the others are distinguished without red and green beside one another. */
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

/** The color of a pattern that was given none, by its position. */
export const colorOf = (position: number): string =>
  position === 0 ? grey : palette[(position - 1) % palette.length]!;
