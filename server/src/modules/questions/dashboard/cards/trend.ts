import type { CardByKind } from '@twinward/contracts/questions/dashboard-card';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import { getExcursionSpans } from '../../../protections/excursion/service.ts';
import { getProtection } from '../../../protections/protection/service.ts';
import { readRange } from '../../../signals/data-point/service.ts';
import { getTag } from '../../../signals/tag/service.ts';
import { listUnits } from '../../../system/unit/service.ts';
import type { Asked } from './scope.ts';

/**
 * Reads a tag over the range, with the thresholds and excursions of a protection.
 * @throws AppError `not-found`.
 */
export async function readTrend(
  { actor, span, columns }: Asked,
  { tagId, protectionId }: CardByKind<'trend'>,
): Promise<DataByKind<'trend'>> {
  const { db } = actor.tenant;
  const { id, name, caption, unit } = await getTag(db, tagId);
  const series = await readRange(db, tagId, span, columns);
  const protection = protectionId === null ? null : await getProtection(db, protectionId);
  const inputs = protection?.inputs ?? [];
  const spans = protection
    ? await getExcursionSpans(db, protection.twinId, { ...span, columns }, [protection.id])
    : [];
  return {
    kind: 'trend',
    tag: { id, name, caption, unit },
    twinId: protection?.twinId ?? null,
    ...span,
    series,
    protection,
    units: (await listUnits(db)).filter(
      ({ code }) => code === unit || inputs.some((input) => input.unit === code),
    ),
    excursions: spans.map(({ level, spans: drawn }) => ({ level, spans: drawn })),
  };
}
