import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ConditionalColor } from '@twinward/contracts/questions/query-definition';
import type { ResultColumn } from '@twinward/contracts/questions/query-result';
import { type ResultRow, toIdKey } from '@twinward/domain/queries/rows';
import { recordPath } from '@twinward/domain/records/record-path';
import type { ReactNode } from 'react';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { TextLink } from '../../ui/page/text-link.tsx';
import { cellText } from './cell-text.ts';
import { findTint } from './conditional-color.ts';

/** A value of a row: levels with bars, records as links, numbers tinted by conditional colors. */
export function ResultCell({
  column,
  row,
  conditions,
  to,
  onOpen,
}: {
  column: ResultColumn;
  row: ResultRow;
  conditions: readonly ConditionalColor[];
  /** Link of the value, instead of the page of its record. */
  to?: string | null;
  onOpen?: (() => void) | null;
}): ReactNode {
  const timeZone = useTimeZone();
  const value = row[column.key] ?? null;
  const text = cellText(column, value, timeZone);
  const shown =
    column.kind === 'level' && typeof value === 'number' ? (
      <LevelChip level={value} />
    ) : (
      <Tinted tint={findTint(conditions, column.key, value)}>{text}</Tinted>
    );
  const path = to ?? findPath(column, row);
  if (path !== null && value !== null) return <TextLink to={path}>{shown}</TextLink>;
  if (onOpen) {
    return (
      <Link component="button" type="button" color="inherit" underline="hover" onClick={onOpen}>
        {shown}
      </Link>
    );
  }
  return column.kind === 'text' ? <span title={text}>{shown}</span> : shown;
}

export const Tinted = ({ tint, children }: { tint: string | undefined; children: ReactNode }): ReactNode =>
  tint === undefined ? (
    children
  ) : (
    <Box component="span" sx={{ bgcolor: tint, color: 'text.primary', px: 1, mx: -1, borderRadius: '2px' }}>
      {children}
    </Box>
  );

/** The page of the record of a reference. */
function findPath({ key, kind, recordType }: ResultColumn, row: ResultRow): string | null {
  const id = row[toIdKey(key)];
  if (kind !== 'reference' || recordType === undefined || typeof id !== 'number') return null;
  return recordPath({ type: recordType, id, twinId: null, assetId: null });
}
