import { z } from 'zod';
import { defineRoute } from '../core/route.ts';

/** How long sessions last. */
export const sessionSettings = z
  .strictObject({
    idleMinutes: z
      .number()
      .describe('A session ends after so long without anybody at the screen; 10 to 10,080'),
    maximumHours: z.number().describe('A session ends so long after sign-in at the latest; 1 to 2,160'),
  })
  .meta({ id: 'SessionSettings' });
export type SessionSettings = z.infer<typeof sessionSettings>;

/** A working day and its handover; a week for a session that is in use. */
export const defaultSessionSettings: SessionSettings = { idleMinutes: 720, maximumHours: 168 };

export const getSessionSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/security/sessions',
  access: 'users',
  tag: 'Security',
  summary: 'How long sessions last',
  response: sessionSettings,
});

export const updateSessionSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/security/sessions',
  access: 'users',
  tag: 'Security',
  summary: 'Set how long sessions last, from the next sign-in or extension on',
  body: sessionSettings,
  response: sessionSettings,
});
