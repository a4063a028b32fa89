import { z } from 'zod';
import { recipient } from '../advisories/notification.ts';
import { id, integerBetween, isoDuration, requiredText, text } from '../core/primitives.ts';
import { workSystems } from '../system/value-list.ts';
import { maximumLogic, maximumProtectionLogic } from './logic-limits.ts';

export const level = integerBetween(0, 1000);

export const actionDirections = ['enter', 'exit', 'both'] as const;

const action = {
  id: z.uuid().describe('Stays over changes of the action'),
  direction: z
    .enum(actionDirections)
    .default('enter')
    .describe('When it fires: as an excursion begins, as it ends, or both'),
};

const notify = {
  ...action,
  type: z.literal('notify'),
  who: z.array(recipient).max(100).default([]),
  notifySubscribers: z.boolean().default(false).describe('Also those who have subscribed to the twin'),
};

/** The work that is requested when an advisory becomes active; values of the lists of work requests. */
export const advisoryWork = z
  .strictObject({
    system: z.enum(workSystems).optional().describe('Whose values type, priority and status are'),
    type: text(100).nullable().default(null),
    priority: text(100).nullable().default(null),
    status: text(100).nullable().default(null),
    shortDescription: text(200).default(''),
    description: text(4000).default(''),
  })
  .meta({ id: 'AdvisoryWork' });
export type AdvisoryWork = z.infer<typeof advisoryWork>;

const advisory = {
  ...action,
  type: z.literal('advisory'),
  activityId: id.nullable().default(null),
  comment: text(4000).default(''),
  reviewerUserIds: z.array(id).max(100).default([]),
  reviewerGroupIds: z.array(requiredText(60)).max(100).default([]).describe('Names of groups'),
  inheritFailureModes: z.boolean().default(true).describe('Those of the protection, beside its own'),
  failureModeIds: z.array(id).max(500).default([]),
  targetHorizon: isoDuration
    .nullable()
    .default(null)
    .describe('From when it becomes active to its target date'),
  priority: integerBetween(0, 1000).nullable().default(null),
  work: advisoryWork.nullable().default(null),
};

const kinds = [z.strictObject(notify), z.strictObject(advisory)] as const;

/** What is done when an excursion of a threshold begins or ends. */
export const thresholdAction = z.discriminatedUnion('type', kinds).meta({ id: 'ThresholdAction' });
export type ThresholdAction = z.infer<typeof thresholdAction>;
export type NotifyAction = Extract<ThresholdAction, { type: 'notify' }>;
export type AdvisoryAction = Extract<ThresholdAction, { type: 'advisory' }>;

/** An action without an id is a new one. */
export const thresholdActionChange = z
  .discriminatedUnion('type', [
    z.strictObject({ ...notify, id: action.id.optional() }),
    z.strictObject({ ...advisory, id: action.id.optional() }),
  ])
  .meta({ id: 'ThresholdActionChange' });
export type ThresholdActionChange = z.infer<typeof thresholdActionChange>;

const rationale = text(1000).default('');

/** Why an alarm is one, as ISA-18.2 asks of each (rationalization), and what to do about it. */
export const rationalization = z
  .strictObject({
    cause: rationale.describe('What makes it happen'),
    consequence: rationale.describe('What follows if nobody responds'),
    response: rationale.describe('What to do'),
    timeToRespond: isoDuration.nullable().default(null).describe('Within which the response prevents it'),
  })
  .meta({ id: 'Rationalization' });
export type Rationalization = z.infer<typeof rationalization>;

export const threshold = z
  .object({
    id,
    name: z.string(),
    alias: z.string().nullable().describe('By which the logic of others names it, in place of the name'),
    logic: z.string(),
    type: z.enum(['expression', 'script']),
    level: level.nullable().describe('Null for one that only logs or acts'),
    logExcursion: z.boolean(),
    onDelay: z.number().describe('Milliseconds that its logic must hold before an excursion is recorded'),
    offDelay: z.number().describe('Milliseconds that its logic must not hold before the excursion ends'),
    deadband: z.number().describe('How far the compared value must move back, in its unit'),
    actions: z.array(thresholdAction),
    rationalization: rationalization.nullable(),
  })
  .meta({ id: 'Threshold' });
export type Threshold = z.infer<typeof threshold>;

const oneYear = 365 * 86_400_000;
const delay = z
  .number('Please enter a number.')
  .int('Please enter an integer.')
  .min(0, 'Please enter a positive number.')
  .max(oneYear, 'At most a year.')
  .default(0)
  .describe('Milliseconds');

/** A name that stands in logic between quotes. */
const quotable = (maximum: number) =>
  requiredText(maximum).refine((name) => !/["\r\n]/.test(name), 'Please enter a name without quotes.');

/** A threshold as it is to be. With the id of one that there is, its excursions stay with it. */
export const thresholdChange = z
  .strictObject({
    id: id.optional(),
    name: quotable(200),
    alias: quotable(100).nullable().default(null),
    logic: z.string().max(maximumLogic, {
      error: ({ input }) =>
        `${String(input).length - maximumLogic} characters over maximum length of ${maximumLogic}.`,
    }),
    type: z.enum(['expression', 'script']).default('expression'),
    level: level.nullable().default(null),
    logExcursion: z.boolean().default(true),
    onDelay: delay,
    offDelay: delay,
    deadband: z
      .number('Please enter a number.')
      .min(0, 'Please enter a positive number.')
      .default(0)
      .describe('In the unit of the compared value'),
    actions: z.array(thresholdActionChange).max(20, 'At most 20 actions.').default([]),
    rationalization: rationalization.nullable().default(null),
  })
  .meta({ id: 'ThresholdChange' });
export type ThresholdChange = z.infer<typeof thresholdChange>;

/** The thresholds of a protection, in order. What names one in logic names no other. */
export const thresholdChanges = z
  .array(thresholdChange)
  .max(100, 'At most 100 thresholds.')
  .superRefine((thresholds, context) => {
    const length = thresholds.reduce((sum, { logic }) => sum + logic.length, 0);
    if (length > maximumProtectionLogic) {
      const message = `The logic of all thresholds has ${length} characters; at most ${maximumProtectionLogic} are allowed.`;
      context.addIssue({ code: 'custom', message });
    }
    const names = thresholds.map(({ name }) => name);
    const references = thresholds.map(({ name, alias }) => alias || name);
    const ids = thresholds.map((one) => one.id);
    thresholds.forEach((one, index) => {
      const repeated = (field: string) =>
        context.addIssue({ code: 'custom', path: [index, field], message: 'Please enter a unique value.' });
      if (names.indexOf(one.name) < index) repeated('name');
      if (references.indexOf(one.alias || one.name) < index) repeated(one.alias ? 'alias' : 'name');
      if (one.id !== undefined && ids.indexOf(one.id) < index) repeated('id');
    });
  });
