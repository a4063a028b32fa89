import { defineEffect } from '../../../platform/events.ts';

/**
 * A failure mode was created or updated with these protections. `path` is their path in the request.
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
