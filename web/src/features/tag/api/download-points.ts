import type { downloadPoints as contract } from '@twinward/contracts/signals/data-point';
import { send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import type { Range } from '../../../ui/chart/range.ts';

/**
 * Downloads all points of a range as CSV.
 * @param unit UCUM code of the display unit, if it differs from the tag's
 */
export async function downloadPoints(
  tagId: number,
  range: Range,
  unit: string | null,
  fileName: string,
): Promise<void> {
  const answer = await send<typeof contract>('GET /api/tags/:id/data-points.csv', {
    params: { id: tagId },
    query: { from: String(range.from), to: String(range.to), ...(unit === null ? {} : { unit }) },
  });
  await saveFile(answer, fileName);
}

/** A file name with the tag and the days, without extension, in characters that every file system accepts. */
export function pointsFileName(tagName: string, { from, to }: Range): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const safe = tagName.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80) || 'points';
  return `${safe}_${day(from)}_${day(to - 1)}`;
}
