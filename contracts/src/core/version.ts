import { z } from 'zod';
import { defineRoute } from './route.ts';

export const buildVersion = '25.05.28.0001';

export const getVersion = defineRoute({
  method: 'GET',
  path: '/version.json',
  access: 'public',
  tag: 'System',
  summary: 'Get the build version',
  response: z.object({ version: z.string() }),
});
