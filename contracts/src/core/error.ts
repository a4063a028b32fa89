import { z } from 'zod';
import { languageError } from '../protections/language.ts';

/**
 * The error catalogue: stable id, HTTP status and title. The message of an error describes the actual case. No part
 * of it shows internal details.
 */
export const errorCatalogue = {
  'invalid-request': { status: 400, title: 'Invalid request' },
  'invalid-expression': { status: 400, title: 'Invalid expression' },
  'invalid-file': { status: 400, title: 'Invalid file' },
  unauthenticated: { status: 401, title: 'Not signed in' },
  'sign-in-failed': { status: 401, title: 'Sign-in failed' },
  'second-factor-failed': { status: 401, title: 'Second factor failed' },
  forbidden: { status: 403, title: 'Insufficient privileges' },
  'second-factor-required': { status: 403, title: 'Second factor required' },
  'new-password-required': { status: 403, title: 'New password required' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'Request header fields too large' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
  'disk-full': { status: 507, title: 'Disk full' },
} as const;
export type ErrorId = keyof typeof errorCatalogue;

/**
 * An error in one part of a request; `path` is dotted, as in `sorts.0.field`. An error in logic also has a code and a
 * position.
 */
export const fieldError = z.object({
  path: z.string(),
  message: z.string(),
  ...languageError.pick({ code: true, from: true, to: true }).partial().shape,
});

/** The body of every error response. */
export const errorBody = z
  .object({
    id: z.string().describe('Stable id of the error, to distinguish errors in code'),
    title: z.string(),
    message: z.string(),
    detail: z.string().optional(),
    errors: z.array(fieldError).optional().describe('Errors by part of the request'),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The current record, if the version in the request is outdated'),
    requestId: z.string().optional().describe('Id of the request in the server log'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

export const insufficientPrivilege = 'You do not have sufficient privileges to access this page.';

/** The message for a part of a twin with an unknown id. */
export const notInStore = (id: number): string =>
  `Could not find a tag, activity, failure mode or input in the store with id ${id}.`;
