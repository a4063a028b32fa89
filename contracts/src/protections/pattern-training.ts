import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { completion } from '../core/completion.ts';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Indicator patterns');

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

export const trainPatterns = defineRoute('POST /api/indicator-patterns/:id/train', {
  access: 'write:protection',
  summary: 'Train a new version on the current ranges',
  ...startsCommand,
});

export const cancelTraining = defineRoute('POST /api/indicator-patterns/:id/train/cancel', {
  access: 'write:protection',
  summary: 'Cancel the training. No version is created',
  status: 202,
  response: trainingStatus,
});

export const getTrainingStatus = defineRoute('GET /api/indicator-patterns/:id/train/status', {
  access: 'apps',
  summary: 'Get the progress of the latest training. Returns 204 before the first one',
  orNone: true,
  response: trainingStatus,
});

export const watchTraining = defineRoute('PUT /api/indicator-patterns/:id/train/notify', {
  access: 'apps',
  summary: 'Subscribe to one notification when the training ends',
  response: trainingStatus,
});

export const unwatchTraining = defineRoute('DELETE /api/indicator-patterns/:id/train/notify', {
  access: 'apps',
  summary: 'Unsubscribe from the notification when the training ends',
});
