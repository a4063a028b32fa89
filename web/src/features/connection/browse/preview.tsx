import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { askSystem } from '../api/requests.ts';
import type { Candidate } from '../take/candidates.ts';

/** Maximum number of sources per call. */
export const maximumPreview = 100;

export type PreviewedValues = ReadonlyMap<string, Pick<Candidate, 'value' | 'time'>>;

/** Reads the latest values of sources from the system. */
export const usePreview = (connectionId: number, onRead: (values: PreviewedValues) => void) =>
  useMutation({
    mutationFn: async (sources: string[]): Promise<PreviewedValues> => {
      const { nodes = [] } = await askSystem(
        connectionId,
        { kind: 'preview', sources },
        new AbortController().signal,
      );
      return new Map(nodes.map(({ source, value, time }) => [source, { value, time }]));
    },
    onSuccess: onRead,
  });

const columns: readonly Column<Candidate>[] = [
  { id: 'name', header: 'Name', width: '40%', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'value',
    header: 'Latest value',
    numeric: true,
    width: '160px',
    cell: ({ value, unit }) =>
      value === null ? 'None' : `${formatNumber(value)}${unit === null ? '' : ` ${unit}`}`,
  },
  { id: 'time', header: 'Time', cell: ({ time }) => <Time value={time} /> },
];

/** A table of the selected sources with their latest values in the system. */
export const PreviewTable = ({ candidates }: { candidates: readonly Candidate[] }): ReactNode => (
  <DataTable label="Latest values" columns={columns} rows={candidates} rowKey={({ source }) => source} />
);
