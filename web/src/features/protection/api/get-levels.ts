import { keepPreviousData } from '@tanstack/react-query';
import type { getLevels } from '@twinward/contracts/protections/protection';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { choosePoints } from '../../../ui/chart/resolution.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';

/** So many changes of a level are drawn at most. */
const mostChanges = 1000;
const gridPixels = 512;

/** The level of a protection over a range and some on either side of it, as changes, oldest first. */
export function useLevels(protectionId: number, range: Range, enabled: boolean) {
  const asked = choosePoints(range, gridPixels);
  const { from, to } = useSettled(asked) ?? asked;
  return useApiListQuery<typeof getLevels>(
    ['levels', { protectionId, from, to }],
    'GET /api/indicators/:id/levels',
    {
      params: { id: protectionId },
      query: { from: String(from), to: String(to), 'page-number': '1', 'page-size': String(mostChanges) },
    },
    { placeholderData: keepPreviousData, enabled },
  );
}
