import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { level } from '../protections/threshold.ts';
import { twinLevels } from '../twins/twin.ts';

const defineRoute = routeGroup('Watchlist');

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

export const listWatches = defineRoute('GET /api/twins/watches', {
  access: 'apps',
  summary: 'List the twins that the user watches, in the chosen order',
  response: z.array(watch),
});

export const addWatches = defineRoute('POST /api/twins/watches', {
  access: 'apps',
  summary: 'Watch several twins',
  body: twinIds,
});

export const removeWatches = defineRoute('DELETE /api/twins/watches', {
  access: 'apps',
  summary: 'Stop watching all twins',
});

export const getWatch = defineRoute('GET /api/twins/watches/:id', {
  access: 'apps',
  summary: 'Check whether the user watches a twin',
  response: z.object({ watched: z.boolean() }),
});

export const addWatch = defineRoute('POST /api/twins/watches/:id', {
  access: 'apps',
  summary: 'Watch a twin',
});

export const removeWatch = defineRoute('DELETE /api/twins/watches/:id', {
  access: 'apps',
  summary: 'Stop watching a twin',
});

export const listSubscriptions = defineRoute('GET /api/twins/subscriptions', {
  access: 'apps',
  summary: 'List the ids of the twins that the user has subscribed to',
  response: z.array(id),
});

export const getSubscription = defineRoute('GET /api/twins/subscriptions/:id', {
  access: 'apps',
  summary: 'Check whether the user has subscribed to a twin',
  response: z.object({ subscribed: z.boolean() }),
});

export const addSubscription = defineRoute('POST /api/twins/subscriptions/:id', {
  access: 'apps',
  summary: 'Subscribe to a twin, to be notified of its excursions',
});

export const removeSubscription = defineRoute('DELETE /api/twins/subscriptions/:id', {
  access: 'apps',
  summary: 'Unsubscribe from a twin',
});
