import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, identifier, requiredText, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Groups');

export const groupSummary = z
  .object({
    name: z.string(),
    caption: z.string(),
    description: z.string(),
    standard: z.boolean().describe('Whether it is a standard group, which cannot be deleted'),
    assignedRecordTypes: z.array(z.string()),
    userCount: z.number().int(),
  })
  .meta({ id: 'GroupSummary' });
export type GroupSummary = z.infer<typeof groupSummary>;

export const group = groupSummary.extend({ userIds: z.array(id) }).meta({ id: 'Group' });
export type Group = z.infer<typeof group>;

/** Omitted fields stay unchanged. */
export const groupChange = z
  .strictObject({
    caption: requiredText(100),
    description: text(500),
    assignedRecordTypes: z.array(z.string()).max(1000),
    userIds: z.array(id).max(100_000),
  })
  .partial()
  .meta({ id: 'GroupChange' });
export type GroupChange = z.infer<typeof groupChange>;

export const newGroup = groupChange.extend({ name: identifier(60) }).meta({ id: 'NewGroup' });
export type NewGroup = z.infer<typeof newGroup>;

const nameParams = z.object({ name: z.string() });

export const listGroups = defineRoute('POST /api/groups/filters', {
  access: 'users',
  summary: 'List groups. Fields: Name, Caption, Description, Standard, UserCount',
  ...listCall,
  response: z.array(groupSummary),
});

export const getGroup = defineRoute('GET /api/groups/:name', {
  access: 'users',
  summary: 'Get a group with its users',
  params: nameParams,
  response: group,
});

export const createGroup = defineRoute('POST /api/groups', {
  access: 'users',
  summary: 'Add a group',
  body: newGroup,
  example: { name: 'OPERATORS', caption: 'Operators', assignedRecordTypes: ['advisory'] },
  status: 201,
  response: group,
});

export const updateGroup = defineRoute('PUT /api/groups/:name', {
  access: 'users',
  summary: 'Change a group',
  params: nameParams,
  body: groupChange,
  response: group,
});

export const deleteGroup = defineRoute('DELETE /api/groups/:name', {
  access: 'users',
  summary: 'Delete a group; standard groups cannot be deleted',
  params: nameParams,
});
