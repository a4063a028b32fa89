import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** The steps from an empty database to a protection that watches a machine, in their order. */
export const firstStepNames = ['import-data', 'make-twin', 'make-rule', 'simulate', 'put-live'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

/** How far the users of a database are. What the demo made does not count. */
export const firstSteps = z
  .object({
    done: z.array(z.enum(firstStepNames)).describe('The steps that the records of the database show as done'),
    twinId: id.nullable().describe('The newest twin; null: there is none'),
    protection: z
      .object({ id, twinId: id, active: z.boolean() })
      .nullable()
      .describe('The newest protection; null: there is none'),
    isDismissed: z.boolean().describe('Whether the user has hidden the list'),
  })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof firstSteps>;

export const getFirstSteps = defineRoute({
  method: 'GET',
  path: '/api/overview/first-steps',
  access: 'apps',
  tag: 'Overview',
  summary:
    'Which of the first steps are done: import data, make a twin, make a rule, simulate it, put it live. What the demo made does not count',
  response: firstSteps,
});

export const firstStepsSetting = z
  .strictObject({ isDismissed: z.boolean().describe('Whether the user has hidden the list') })
  .meta({ id: 'FirstStepsSetting' });
export type FirstStepsSetting = z.infer<typeof firstStepsSetting>;

export const setFirstSteps = defineRoute({
  method: 'POST',
  path: '/api/settings/user/first-steps',
  access: 'signed-in',
  tag: 'User',
  summary: 'Hide the list of first steps on Home, or show it again',
  body: firstStepsSetting,
  response: firstStepsSetting,
});
