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

/** What passwords must hold to, beside the rules that are fixed. */
export const signInRules = z
  .strictObject({
    minimumPasswordLength: integerBetween(8, 64).describe('Of passwords that are set from now on'),
  })
  .meta({ id: 'SignInRules' });
export type SignInRules = z.infer<typeof signInRules>;
export const defaultSignInRules: SignInRules = { minimumPasswordLength: 8 };

export const getSignInRules = defineRoute({
  method: 'GET',
  path: '/api/settings/security/rules',
  access: 'users',
  tag: 'Security',
  summary: 'What new passwords must hold to',
  response: signInRules,
});

export const setSignInRules = defineRoute({
  method: 'POST',
  path: '/api/settings/security/rules',
  access: 'users',
  tag: 'Security',
  summary: 'Set what new passwords must hold to',
  body: signInRules,
  response: signInRules,
});

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
