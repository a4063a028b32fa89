import type { FileColumn } from '../../jobs/row-import/service.ts';

export type BenchmarkColumn = 'category' | 'class' | 'type' | 'mtbfDays' | 'shape' | 'score' | 'source';

/** The columns of a file of benchmarks, in the order of the template. */
export const benchmarkColumns: readonly FileColumn<BenchmarkColumn>[] = [
  { name: 'category', heading: 'Category', note: 'Required. A category of the taxonomy.' },
  { name: 'class', heading: 'Class', note: 'A class of the category. Empty for the whole category.' },
  { name: 'type', heading: 'Type', note: 'A type of the class. Empty for the whole class.' },
  {
    name: 'mtbfDays',
    heading: 'MTBF in days',
    note: 'Required. Mean time between failures.',
    others: ['mtbf'],
  },
  {
    name: 'shape',
    heading: 'Shape',
    note: 'Weibull shape, 0.1 to 100. 1 by default, a constant failure rate.',
  },
  { name: 'score', heading: 'Score', note: 'Optional. Reliability of the values, 0 to 100.' },
  { name: 'source', heading: 'Source', note: 'Required. Where the values come from.' },
];
