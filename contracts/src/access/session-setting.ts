import { z } from 'zod';
import { integerBetween } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Security');

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

export const getSignInRules = defineRoute('GET /api/settings/security/rules', {
  access: 'users',
  summary: 'Get the rules for new passwords',
  response: signInRules,
});

export const setSignInRules = defineRoute('POST /api/settings/security/rules', {
  access: 'users',
  summary: 'Set the rules for new passwords',
  body: signInRules,
  response: signInRules,
});

export const getSessionSettings = defineRoute('GET /api/settings/security/sessions', {
  access: 'users',
  summary: 'Get how long sessions last',
  response: sessionSettings,
});

export const updateSessionSettings = defineRoute('POST /api/settings/security/sessions', {
  access: 'users',
  summary: 'Set how long sessions last; applies from the next sign-in or extension',
  body: sessionSettings,
  response: sessionSettings,
});
