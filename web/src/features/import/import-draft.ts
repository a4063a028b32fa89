import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ColumnsOption, ImportTarget, ZeroQuality } from '@twinward/contracts/signals/import';
import type { ChosenTag } from '../../shared/pickers/tag-picker.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { CsvHead, DateOrder } from './csv-preview.ts';
import type { SignalChoice } from './signals.ts';

/** The choices so far; kept when an upload fails. */
export interface ImportDraft {
  file: File | null;
  head: CsvHead | null;
  timeZone: string;
  /** Undefined to detect it from the dates. */
  dateOrder: DateOrder | undefined;
  /** Null to detect it from the numbers. */
  decimalSign: DecimalSign | null;
  zeroQuality: ZeroQuality | null;
  columns: ColumnsOption;
  /** The tag for a workbook whose columns are unknown. */
  tag: ChosenTag | null;
  /** The user's changes of proposed choices, by signal. */
  choices: ReadonlyMap<string, SignalChoice>;
  /** Undefined for the proposed target. */
  target: ImportTarget | null | undefined;
}

/** The choices that are reset for another file. */
export const newFile = {
  file: null,
  head: null,
  dateOrder: undefined,
  decimalSign: null,
  zeroQuality: null,
  columns: {},
  tag: null,
  choices: new Map(),
  target: undefined,
} satisfies Partial<ImportDraft>;

export function useNewDraft(): ImportDraft {
  const timeZone = useTimeZone();
  return { ...newFile, timeZone };
}
