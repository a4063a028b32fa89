import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { completion } from '../core/completion.ts';
import { id, idParams } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

const tag = 'Indicator patterns';

/** The states of a training; done, error and canceled are final. */
const trainingStatuses = [
  'queued',
  'initializing',
  'processing',
  'finalizing',
  'done',
  'error',
  'canceled',
] as const;
export type TrainingJobStatus = (typeof trainingStatuses)[number];

/** Whether a training has ended. */
export const isTrainingOver = (status: TrainingJobStatus): boolean =>
  status === 'done' || status === 'error' || status === 'canceled';

/** The latest training of a set: the indicator job record. */
export const trainingStatus = z
  .object({
    indicatorPatternId: id,
    indicatorId: id,
    commandId: z.uuid(),
    time: z.iso.datetime().describe('When the training was requested'),
    completion: completion.describe('Completion of the protection'),
    jobStatusTime: z.iso.datetime(),
    jobStatus: z.enum(trainingStatuses),
    log: z.array(z.string()),
    notifyUsers: z.array(id).describe('Ids of the users to notify when the training ends'),
    completionPercent: z.number().int().min(0).max(100),
    checksum: z.string().describe('Checksum of the inputs, patterns, ranges and settings used for training'),
    error: z.string().nullable(),
    version: z
      .number()
      .int()
      .nullable()
      .describe('Number of the version that was created; null until the training is done'),
  })
  .meta({ id: 'TrainingStatus' });
export type TrainingStatus = z.infer<typeof trainingStatus>;

export const trainPatterns = defineRoute({
  method: 'POST',
  path: '/api/indicator-patterns/:id/train',
  access: 'write:protection',
  tag,
  summary: 'Train a new version on the current ranges',
  params: idParams,
  status: 202,
  response: commandReference,
});

export const cancelTraining = defineRoute({
  method: 'POST',
  path: '/api/indicator-patterns/:id/train/cancel',
  access: 'write:protection',
  tag,
  summary: 'Cancel the training. No version is created',
  params: idParams,
  status: 202,
  response: trainingStatus,
});

export const getTrainingStatus = defineRoute({
  method: 'GET',
  path: '/api/indicator-patterns/:id/train/status',
  access: 'apps',
  tag,
  summary: 'Get the progress of the latest training. Returns 204 before the first one',
  params: idParams,
  orNone: true,
  response: trainingStatus,
});

export const watchTraining = defineRoute({
  method: 'PUT',
  path: '/api/indicator-patterns/:id/train/notify',
  access: 'apps',
  tag,
  summary: 'Subscribe to one notification when the training ends',
  params: idParams,
  response: trainingStatus,
});

export const unwatchTraining = defineRoute({
  method: 'DELETE',
  path: '/api/indicator-patterns/:id/train/notify',
  access: 'apps',
  tag,
  summary: 'Unsubscribe from the notification when the training ends',
  params: idParams,
  status: 204,
});
