import {
  addSubscription,
  addWatch,
  addWatches,
  getSubscription,
  getWatch,
  listSubscriptions,
  listWatches,
  removeSubscription,
  removeWatch,
  removeWatches,
} from '@twinward/contracts/advisories/watch';
import { getWatchlistSort, setWatchlistSort } from '@twinward/contracts/system/setting';
import type { Routing } from '../../../platform/http/routing.ts';
import {
  addMarks,
  readMark,
  readSubscriptions,
  readWatches,
  readWatchlistSort,
  removeMarks,
  writeWatchlistSort,
} from './service.ts';

export function watchRoutes({ implement }: Routing): void {
  implement(getWatchlistSort, ({ actor }) => readWatchlistSort(actor));
  implement(setWatchlistSort, ({ actor, body }) => writeWatchlistSort(actor, body));
  implement(listWatches, ({ actor }) => readWatches(actor));
  implement(addWatches, ({ actor, body }) => addMarks(actor, 'watch', body));
  implement(removeWatches, ({ actor }) => removeMarks(actor, 'watch', null));
  implement(getWatch, async ({ actor, params }) => ({ watched: await readMark(actor, 'watch', params.id) }));
  implement(addWatch, ({ actor, params }) => addMarks(actor, 'watch', [params.id]));
  implement(removeWatch, ({ actor, params }) => removeMarks(actor, 'watch', params.id));
  implement(listSubscriptions, ({ actor }) => readSubscriptions(actor));
  implement(getSubscription, async ({ actor, params }) => ({
    subscribed: await readMark(actor, 'subscription', params.id),
  }));
  implement(addSubscription, ({ actor, params }) => addMarks(actor, 'subscription', [params.id]));
  implement(removeSubscription, ({ actor, params }) => removeMarks(actor, 'subscription', params.id));
}
