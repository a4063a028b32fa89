import { defineEffect } from '../../../platform/events.ts';

/**
 * A failure mode was created or changed: these are its protections from now on. `path` is where the request names them.
 * @throws AppError `invalid-request` for protections of another twin.
 */
export const failureModeSaved = defineEffect<{
  failureModeId: number;
  twinId: number;
  protectionIds: readonly number[];
  path: string;
}>('failureMode.saved');

export const failureModeDeleted = defineEffect<{ failureModeId: number; twinId: number }>(
  'failureMode.deleted',
);
