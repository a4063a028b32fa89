import { z } from 'zod';
import { id, idParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** Systems that work is requested from. */
export const workSystems = ['SAP', 'HEXAGON', 'MAXIMO'] as const;
export type WorkSystem = (typeof workSystems)[number];

/** The list that an advisory's remediation is chosen from. */
export const remediationListId = 1;

export const workListNames = ['WORK_REQUEST_PRIORITY', 'WORK_REQUEST_TYPES', 'WORK_REQUEST_STATUS'] as const;
export type WorkListName = (typeof workListNames)[number];

export const valueListItem = z
  .object({
    id,
    caption: z.string(),
    category: z.string().nullable().describe('What tells it apart from others, such as a system'),
    value: z.string(),
  })
  .meta({ id: 'ValueListItem' });
export type ValueListItem = z.infer<typeof valueListItem>;

/** Values that a field is chosen from, in order. */
export const valueList = z
  .object({
    id,
    isStandard: z.boolean().describe('One of the product’s own'),
    name: z.string(),
    description: z.string(),
    dataType: z.enum(['C', 'N']).describe('C text, N number'),
    configuration: z.object({ categories: z.array(z.string()), items: z.array(valueListItem) }),
  })
  .meta({ id: 'ValueList' });
export type ValueList = z.infer<typeof valueList>;

export const loadValueList = defineRoute({
  method: 'GET',
  path: '/api/lists/load/:listId',
  access: 'signed-in',
  tag: 'Lists',
  summary: 'A list of values with its items; list 1 holds the remediations',
  params: z.object({ listId: idParameter }),
  response: valueList,
});

export const getValues = defineRoute({
  method: 'GET',
  path: '/api/lists/values/:listName/:system',
  access: 'signed-in',
  tag: 'Lists',
  summary:
    'The values of a list that a system knows, in order. Lists: WORK_REQUEST_PRIORITY, WORK_REQUEST_TYPES, WORK_REQUEST_STATUS; systems: SAP, HEXAGON, MAXIMO',
  params: z.object({ listName: z.string().max(100), system: z.string().max(100) }),
  response: z.array(valueListItem),
});
