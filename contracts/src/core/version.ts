import { z } from 'zod';
import { routeGroup } from './route.ts';

const defineRoute = routeGroup('System');

export const buildVersion = '25.05.28.0001';

export const getVersion = defineRoute('GET /version.json', {
  access: 'public',
  summary: 'Get the build version',
  response: z.object({ version: z.string() }),
});
