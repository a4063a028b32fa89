import { z } from 'zod';
import { id, requiredText } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { numberSource } from './dashboard-card.ts';
import { cardValues } from './dashboard-data.ts';
import { queryLengths } from './query-definition.ts';

/** Alerts notify users when a figure of a number card crosses a limit. */

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
    .describe('Value at which the alert ends; null for the limit itself'),
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
    values: cardValues.describe('Filters of the figure'),
    ...condition,
    isOver: z.boolean().describe('Whether the limit is crossed now'),
    value: z.number().nullable().describe('Value at the last reading'),
    checkedAt: z.iso.datetime().nullable(),
    failedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last failed reading; null after a successful one'),
    failure: z.string().nullable().describe('Error of the last failed reading'),
  })
  .meta({ id: 'FigureAlert' });
export type FigureAlert = z.infer<typeof figureAlert>;

const defineRoute = routeGroup('Alerts on figures');

export const listFigureAlerts = defineRoute('GET /api/figure-alerts', {
  access: 'apps',
  summary: 'List the alerts on figures of the user',
  response: z.array(figureAlert),
});

export const createFigureAlert = defineRoute('POST /api/figure-alerts', {
  access: 'apps',
  summary:
    'Create an alert for a figure that crosses a limit. The figure is read every minute, with the rights of the user',
  body: newFigureAlert,
  status: 201,
  response: figureAlert,
});

export const updateFigureAlert = defineRoute('PUT /api/figure-alerts/:id', {
  access: 'apps',
  summary: 'Update the name and limits of an alert. It counts as not crossed until the next reading',
  body: figureAlertChange,
  response: figureAlert,
});

export const deleteFigureAlert = defineRoute('DELETE /api/figure-alerts/:id', {
  access: 'apps',
  summary: 'Delete an alert on a figure',
});
