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
import * as service from './service.ts';

export function watchRoutes({ implement }: Routing): void {
  implement(getWatchlistSort, ({ actor }) => service.getWatchlistSort(actor));
  implement(setWatchlistSort, ({ actor, body }) => service.writeWatchlistSort(actor, body));
  implement(listWatches, ({ actor }) => service.listWatches(actor));
  implement(addWatches, ({ actor, body }) => service.addMarks(actor, 'watch', body));
  implement(removeWatches, ({ actor }) => service.removeMarks(actor, 'watch', null));
  implement(getWatch, async ({ actor, params }) => ({
    watched: await service.isMarked(actor, 'watch', params.id),
  }));
  implement(addWatch, ({ actor, params }) => service.addMarks(actor, 'watch', [params.id]));
  implement(removeWatch, ({ actor, params }) => service.removeMarks(actor, 'watch', params.id));
  implement(listSubscriptions, ({ actor }) => service.listSubscriptions(actor));
  implement(getSubscription, async ({ actor, params }) => ({
    subscribed: await service.isMarked(actor, 'subscription', params.id),
  }));
  implement(addSubscription, ({ actor, params }) => service.addMarks(actor, 'subscription', [params.id]));
  implement(removeSubscription, ({ actor, params }) => service.removeMarks(actor, 'subscription', params.id));
}
