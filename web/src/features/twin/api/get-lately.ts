import { keepPreviousData } from '@tanstack/react-query';
import type { listAdvisories } from '@twinward/contracts/advisories/advisory';
import type { listWork } from '@twinward/contracts/assets/work';
import type { Filter } from '@twinward/contracts/core/list';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { within } from '../../../shared/api/within.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { useExactRange } from '../../../ui/chart/use-drawn-range.ts';
import { openStates } from '../lately/lately-marks.ts';

/** Maximum number of marks per kind. */
const mostRecords = 200;

const isNull = (field: string): Filter => ({ field, operator: 'IsNull', dataType: 'D' });
const and = (...filters: Filter[]): Filter => ({ operator: 'GroupAnd', filters });
const or = (...filters: Filter[]): Filter => ({ operator: 'GroupOr', filters });

/** Work under some tags that was completed in a range, or was started or, if not started, is planned in it. */
export function useWorkIn(tagIds: readonly number[], range: Range) {
  const { from, to } = useExactRange(range);
  const inRange = (field: string) => within(field, { from: Number(from), to: Number(to) });
  return useApiListQuery<typeof listWork>(
    ['work', { tagIds, from, to, list: 'lately' }],
    'POST /api/work/filters',
    {
      query: { 'page-size': mostRecords },
      body: {
        filters: [
          { field: 'TagId', operator: 'In', value: [...tagIds], dataType: 'N' },
          or(
            and(...inRange('Completed')),
            and(isNull('Completed'), ...inRange('Start')),
            and(isNull('Completed'), isNull('Start'), ...inRange('Planned')),
          ),
        ],
      },
    },
    { placeholderData: keepPreviousData, enabled: tagIds.length > 0 },
  );
}

/** The advisories of a twin created in a range, and open advisories due in it. */
export function useAdvisoriesIn(twinId: number, range: Range) {
  const { from, to } = useExactRange(range);
  const inRange = (field: string) => within(field, { from: Number(from), to: Number(to) });
  return useApiListQuery<typeof listAdvisories>(
    ['advisories', { twinId, from, to, list: 'lately' }],
    'POST /api/advisories/filters',
    {
      query: { 'page-size': mostRecords },
      body: {
        filters: [
          { field: 'TwinId', operator: 'EqualTo', value: twinId, dataType: 'N' },
          or(
            and(...inRange('Created')),
            and(
              { field: 'State', operator: 'In', value: [...openStates], dataType: 'C' },
              ...inRange('TargetDate'),
            ),
          ),
        ],
      },
    },
    { placeholderData: keepPreviousData },
  );
}
