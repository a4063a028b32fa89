import type { FileColumn } from '../../jobs/row-import/service.ts';

export type BenchmarkColumn = 'category' | 'class' | 'type' | 'mtbfDays' | 'shape' | 'score' | 'source';

/** The columns of a file of benchmarks, in the order of the template. */
export const benchmarkColumns: readonly FileColumn<BenchmarkColumn>[] = [
  { name: 'category', heading: 'Category', note: 'Required; as the taxonomy has it.' },
  { name: 'class', heading: 'Class', note: 'Empty for a figure of a whole category.' },
  { name: 'type', heading: 'Type', note: 'Empty for a figure of a whole class.' },
  {
    name: 'mtbfDays',
    heading: 'MTBF in days',
    note: 'Required; mean time between failures.',
    others: ['mtbf'],
  },
  { name: 'shape', heading: 'Shape', note: 'Weibull shape, 0.1 to 100; 1 unless told: a constant rate.' },
  { name: 'score', heading: 'Score', note: 'How well founded the figure is, 0 to 100; may be empty.' },
  { name: 'source', heading: 'Source', note: 'Required; where the figure comes from.' },
];
