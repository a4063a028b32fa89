import { z } from 'zod';
import { id, idParams, requiredText } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { numberSource } from './dashboard-card.ts';
import { cardValues } from './dashboard-data.ts';
import { queryLengths } from './query-definition.ts';

/** Users are notified when a figure of a number card crosses a limit. */

/** The maximum number of alerts of a user. */
export const maximumFigureAlerts = 50;

const aNumber = z.number({ error: 'Please enter a number.' });

const condition = {
  name: requiredText(queryLengths.name),
  direction: z.enum(['above', 'below']),
  limit: aNumber,
  release: aNumber
    .nullable()
    .default(null)
    .describe('The figure is back once it has reached this; null: the limit'),
};

const refuseRelease = (
  { direction, limit, release }: { direction: 'above' | 'below'; limit: number; release: number | null },
  context: z.RefinementCtx,
) => {
  if (release === null || (direction === 'above' ? release <= limit : release >= limit)) return;
  const message = `Please enter a number that is not ${direction} the limit.`;
  context.addIssue({ code: 'custom', path: ['release'], message });
};

export const newFigureAlert = z
  .strictObject({ source: numberSource, values: cardValues, ...condition })
  .superRefine(refuseRelease)
  .meta({ id: 'NewFigureAlert' });
export type NewFigureAlert = z.infer<typeof newFigureAlert>;

export const figureAlertChange = z
  .strictObject(condition)
  .superRefine(refuseRelease)
  .meta({ id: 'FigureAlertChange' });
export type FigureAlertChange = z.infer<typeof figureAlertChange>;

export const figureAlert = z
  .object({
    id,
    source: numberSource,
    values: cardValues.describe('What the figure is narrowed to'),
    ...condition,
    isOver: z.boolean().describe('Whether the limit is crossed'),
    value: z.number().nullable().describe('When it was last read'),
    checkedAt: z.iso.datetime().nullable(),
    failedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the last try to read it failed; null after it was read'),
    failure: z.string().nullable().describe('Why the last try failed'),
  })
  .meta({ id: 'FigureAlert' });
export type FigureAlert = z.infer<typeof figureAlert>;

const tag = 'Alerts on figures';

export const listFigureAlerts = defineRoute({
  method: 'GET',
  path: '/api/figure-alerts',
  access: 'apps',
  tag,
  summary: 'The limits of figures that the user set',
  response: z.array(figureAlert),
});

export const createFigureAlert = defineRoute({
  method: 'POST',
  path: '/api/figure-alerts',
  access: 'apps',
  tag,
  summary: 'Be notified when a figure crosses a limit; it is read each minute, with the rights of the user',
  body: newFigureAlert,
  status: 201,
  response: figureAlert,
});

export const updateFigureAlert = defineRoute({
  method: 'PUT',
  path: '/api/figure-alerts/:id',
  access: 'apps',
  tag,
  summary: 'Change name and limits of an alert; it counts as not crossed until it is read again',
  params: idParams,
  body: figureAlertChange,
  response: figureAlert,
});

export const deleteFigureAlert = defineRoute({
  method: 'DELETE',
  path: '/api/figure-alerts/:id',
  access: 'apps',
  tag,
  summary: 'Be notified of a figure no more',
  params: idParams,
  status: 204,
});
