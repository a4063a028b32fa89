import type { ReactNode } from 'react';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import type { Column } from '../../ui/list/data-table.tsx';

/** A text that may be truncated, with its full text as tooltip. */
export const titled = (text: string): ReactNode => <span title={text}>{text}</span>;

export const nameColumn = <Row extends { protectionName: string }>(): Column<Row> => ({
  id: 'name',
  header: 'Protection',
  cell: ({ protectionName }) => titled(protectionName),
});
export const assetColumn = <Row extends { assetName: string }>(): Column<Row> => ({
  id: 'asset',
  header: 'Asset',
  cell: ({ assetName }) => titled(assetName),
});
export const thresholdColumns = <
  Row extends { thresholdName: string; level: number | null },
>(): Column<Row>[] => [
  {
    id: 'threshold',
    header: 'Threshold',
    wide: true,
    cell: ({ thresholdName }) => titled(thresholdName),
  },
  {
    id: 'level',
    header: 'Level',
    width: '88px',
    wide: true,
    cell: ({ level }) => <LevelChip level={level} />,
  },
];
