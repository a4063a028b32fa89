import { hasAccess } from '@twinward/contracts/access/access';
import type { Filter } from '@twinward/contracts/core/list';
import type { FurtherResult } from '@twinward/contracts/questions/further-search';
import type { Actor } from '../../../platform/actor.ts';
import { toSearch } from '../../system/search/service.ts';
import { toViewer } from '../query/service.ts';
import { searchedKinds } from './kind-store.ts';
import { selectFurther } from './store.ts';

/**
 * Returns the first results of each kind that the caller may open.
 * @throws AppError `invalid-request` if there are no words to search.
 */
export async function searchFurtherKinds(
  actor: Actor,
  given: readonly Filter[],
  ofEach: number,
): Promise<FurtherResult[]> {
  const { filters, phrases } = toSearch(given);
  const kinds = searchedKinds.filter(({ access }) => hasAccess(actor, access));
  return selectFurther(actor.tenant.db, kinds, toViewer(actor), { filters, phrases, ofEach });
}
