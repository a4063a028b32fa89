import {
  type DecimalSign,
  detectNumberStyle,
  type NumberStyle,
  noEvidence,
  recordNumber,
} from '@twinward/domain/file/number';
import type { PointLayout } from '@twinward/domain/file/point-columns';
import { isOpenCode, parseCode } from '@twinward/domain/file/quality';
import type { OpenedRows, SourceRow } from '../../system/file/service.ts';

/** Properties of the file that single rows leave ambiguous. */
export interface Survey {
  style: NumberStyle;
  /** The quality codes of the file if they are only 0, 1 and 2, whose meaning is ambiguous; else null. */
  openCodes: readonly number[] | null;
}

/** Returns the indexes of the value columns. */
export function valueColumns(layout: PointLayout): readonly number[] {
  return layout.form === 'wide' ? layout.tags.map(({ column }) => column) : [layout.value];
}

/**
 * Scans all rows of a file to find its decimal sign and its quality codes.
 * @param opened the file from its beginning
 */
export async function surveyFile(
  opened: OpenedRows,
  layout: PointLayout,
  chosen: DecimalSign | undefined,
): Promise<Survey> {
  const evidence = noEvidence();
  const codes = new Set<number>();
  const columns = valueColumns(layout);
  let isOpen = layout.quality !== null;

  function surveyRow({ cells, numeric }: SourceRow): void {
    for (const column of columns) {
      if (column >= cells.length) break;
      const text = cells[column]!;
      if (text !== '' && !numeric?.has(column)) recordNumber(evidence, text);
    }
    if (!isOpen) return;
    const text = cells[layout.quality!.column] ?? '';
    if (text === '') return;
    const code = parseCode(text);
    if (code !== null && isOpenCode(code)) codes.add(code);
    else isOpen = false;
  }

  let isHeading = true;
  for await (const some of opened.rows) {
    for (const row of some) {
      if (!isHeading && !row.problem) surveyRow(row);
      isHeading = false;
    }
    const isSettled =
      chosen !== undefined || (opened.separator === ';' ? evidence.comma : evidence.comma && evidence.point);
    if (isSettled && !isOpen) break;
  }
  return {
    style: detectNumberStyle(evidence, opened.separator, chosen),
    openCodes: isOpen && codes.size > 0 ? [...codes].sort() : null,
  };
}
