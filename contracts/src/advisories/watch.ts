import { z } from 'zod';
import { id, idParams } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { level } from '../protections/threshold.ts';
import { twinLevels } from '../twins/twin.ts';

/** A watched twin with the state of its indicators and advisories. */
export const watch = z
  .object({
    twin: z.object({
      id,
      assetName: z.string(),
      active: z.boolean(),
      level: level.nullable(),
      consequence: z.number().int().nullable(),
    }),
    indicators: z.array(z.object({ id, name: z.string(), active: z.boolean(), level: level.nullable() })),
    levels: twinLevels.describe('Number of active indicators in each of the five buckets of levels'),
    advisories: z.array(z.object({ state: z.string(), count: z.number().int() })),
  })
  .meta({ id: 'Watch' });
export type Watch = z.infer<typeof watch>;

/** The maximum number of twins that a user watches. */
export const maximumWatches = 500;

const twinIds = z.array(id).min(1, 'Please give at least one twin.').max(maximumWatches);

export const listWatches = defineRoute({
  method: 'GET',
  path: '/api/twins/watches',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'List the twins that the user watches, in the chosen order',
  response: z.array(watch),
});

export const addWatches = defineRoute({
  method: 'POST',
  path: '/api/twins/watches',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Watch several twins',
  body: twinIds,
  status: 204,
});

export const removeWatches = defineRoute({
  method: 'DELETE',
  path: '/api/twins/watches',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Stop watching all twins',
  status: 204,
});

export const getWatch = defineRoute({
  method: 'GET',
  path: '/api/twins/watches/:id',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Check whether the user watches a twin',
  params: idParams,
  response: z.object({ watched: z.boolean() }),
});

export const addWatch = defineRoute({
  method: 'POST',
  path: '/api/twins/watches/:id',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Watch a twin',
  params: idParams,
  status: 204,
});

export const removeWatch = defineRoute({
  method: 'DELETE',
  path: '/api/twins/watches/:id',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Stop watching a twin',
  params: idParams,
  status: 204,
});

export const listSubscriptions = defineRoute({
  method: 'GET',
  path: '/api/twins/subscriptions',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'List the ids of the twins that the user has subscribed to',
  response: z.array(id),
});

export const getSubscription = defineRoute({
  method: 'GET',
  path: '/api/twins/subscriptions/:id',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Check whether the user has subscribed to a twin',
  params: idParams,
  response: z.object({ subscribed: z.boolean() }),
});

export const addSubscription = defineRoute({
  method: 'POST',
  path: '/api/twins/subscriptions/:id',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Subscribe to a twin, to be notified of its excursions',
  params: idParams,
  status: 204,
});

export const removeSubscription = defineRoute({
  method: 'DELETE',
  path: '/api/twins/subscriptions/:id',
  access: 'apps',
  tag: 'Watchlist',
  summary: 'Unsubscribe from a twin',
  params: idParams,
  status: 204,
});
