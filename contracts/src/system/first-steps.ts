import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Overview');

/** The steps from an empty database to a protection in use, in order. */
export const firstStepNames = ['import-data', 'make-twin', 'make-rule', 'simulate', 'put-live'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

/** The progress of the first steps. Records of the demo don't count. */
export const firstSteps = z
  .object({
    done: z
      .array(z.enum(firstStepNames))
      .describe('Steps that are done, according to the records of the database'),
    twinId: id.nullable().describe('Newest twin; null if there is none'),
    protection: z
      .object({ id, twinId: id, active: z.boolean() })
      .nullable()
      .describe('Newest protection; null if there is none'),
    isDismissed: z.boolean().describe('Whether the user has hidden the list'),
  })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof firstSteps>;

export const getFirstSteps = defineRoute('GET /api/overview/first-steps', {
  access: 'apps',
  summary:
    'Get the completed first steps: import data, create a twin, create a rule, simulate it, activate it. Records of the demo don’t count',
  response: firstSteps,
});

export const firstStepsSetting = z
  .strictObject({ isDismissed: z.boolean().describe('Whether the user has hidden the list') })
  .meta({ id: 'FirstStepsSetting' });
export type FirstStepsSetting = z.infer<typeof firstStepsSetting>;

export const setFirstSteps = defineRoute('POST /api/settings/user/first-steps', {
  access: 'signed-in',
  tag: 'User',
  summary: 'Hide or show the list of first steps on Home',
  body: firstStepsSetting,
  response: firstStepsSetting,
});
