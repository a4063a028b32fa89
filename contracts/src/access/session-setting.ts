import { z } from 'zod';
import { integerBetween } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** How long sessions last. */
export const sessionSettings = z
  .strictObject({
    idleMinutes: integerBetween(10, 10_080).describe(
      'A session without user input ends after this time. The client extends a session in its last five minutes',
    ),
    maximumHours: integerBetween(1, 2160).describe('A session ends at the latest this long after sign-in'),
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
