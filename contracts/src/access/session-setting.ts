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

/** Idle time: a working day and its handover. Maximum: a week. */
export const defaultSessionSettings: SessionSettings = { idleMinutes: 720, maximumHours: 168 };

/** The configurable rules for passwords; others are fixed. */
export const signInRules = z
  .strictObject({
    minimumPasswordLength: integerBetween(8, 64).describe('Minimum length of new passwords'),
  })
  .meta({ id: 'SignInRules' });
export type SignInRules = z.infer<typeof signInRules>;
export const defaultSignInRules: SignInRules = { minimumPasswordLength: 8 };

export const getSignInRules = defineRoute({
  method: 'GET',
  path: '/api/settings/security/rules',
  access: 'users',
  tag: 'Security',
  summary: 'Get the rules for new passwords',
  response: signInRules,
});

export const setSignInRules = defineRoute({
  method: 'POST',
  path: '/api/settings/security/rules',
  access: 'users',
  tag: 'Security',
  summary: 'Set the rules for new passwords',
  body: signInRules,
  response: signInRules,
});

export const getSessionSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/security/sessions',
  access: 'users',
  tag: 'Security',
  summary: 'Get how long sessions last',
  response: sessionSettings,
});

export const updateSessionSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/security/sessions',
  access: 'users',
  tag: 'Security',
  summary: 'Set how long sessions last; applies from the next sign-in or extension',
  body: sessionSettings,
  response: sessionSettings,
});
