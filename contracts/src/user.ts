import { z } from 'zod';
import { id } from './primitives.ts';
import { defineRoute } from './route.ts';

export const user = z
  .object({
    id,
    userName: z.string(),
    email: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    middleName: z.string(),
    timeZone: z.string().describe('IANA name'),
    mobilePhone: z.string().nullable(),
    enabled: z.boolean(),
    systemUser: z.boolean(),
    isAdmin: z.boolean(),
    assignedGroups: z.array(z.string()),
    assignedRecordTypes: z.array(z.string()).describe('Directly or by a group'),
    allowDirectLogin: z.boolean(),
    external: z.boolean(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const getCurrentUser = defineRoute({
  method: 'GET',
  path: '/api/user/current',
  access: 'signed-in',
  tag: 'User',
  summary: 'The signed-in user',
  response: user,
});
