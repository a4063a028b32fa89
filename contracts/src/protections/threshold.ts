import { z } from 'zod';
import { recipient } from '../advisories/notification.ts';
import { id, integerBetween, isoDuration, requiredText, text } from '../core/primitives.ts';
import { workSystems } from '../system/value-list.ts';
import { maximumLogic, maximumProtectionLogic } from './logic-limits.ts';

export const level = integerBetween(0, 1000);

export const actionDirections = ['enter', 'exit', 'both'] as const;

const action = {
  id: z.uuid().describe('Id of the action; unchanged when the action is edited'),
  direction: z
    .enum(actionDirections)
    .default('enter')
    .describe('When the action fires: at the start of an excursion, at its end, or both'),
};

const notify = {
  ...action,
  type: z.literal('notify'),
  who: z.array(recipient).max(100).default([]),
  notifySubscribers: z.boolean().default(false).describe('Whether to notify the subscribers of the twin too'),
};

/** The work to request when an advisory becomes active; values are from the lists of work requests. */
export const advisoryWork = z
  .strictObject({
    system: z.enum(workSystems).optional().describe('The system to which type, priority and status belong'),
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
  inheritFailureModes: z
    .boolean()
    .default(true)
    .describe('Whether to add the failure modes of the protection'),
  failureModeIds: z.array(id).max(500).default([]),
  targetHorizon: isoDuration
    .nullable()
    .default(null)
    .describe('Time from the activation of the advisory to its target date'),
  priority: integerBetween(0, 1000).nullable().default(null),
  work: advisoryWork.nullable().default(null),
};

const kinds = [z.strictObject(notify), z.strictObject(advisory)] as const;

/** What to do when an excursion of a threshold begins or ends. */
export const thresholdAction = z.discriminatedUnion('type', kinds).meta({ id: 'ThresholdAction' });
export type ThresholdAction = z.infer<typeof thresholdAction>;
export type AdvisoryAction = Extract<ThresholdAction, { type: 'advisory' }>;

/** An action to save; without an id, a new one. */
export const thresholdActionChange = z
  .discriminatedUnion('type', [
    z.strictObject({ ...notify, id: action.id.optional() }),
    z.strictObject({ ...advisory, id: action.id.optional() }),
  ])
  .meta({ id: 'ThresholdActionChange' });
export type ThresholdActionChange = z.infer<typeof thresholdActionChange>;

const rationale = text(1000).default('');

/** The rationalization of an alarm by ISA-18.2: why it exists and how to respond. */
export const rationalization = z
  .strictObject({
    cause: rationale.describe('Cause of the alarm'),
    consequence: rationale.describe('Consequence if nobody responds'),
    response: rationale.describe('Response to the alarm'),
    timeToRespond: isoDuration
      .nullable()
      .default(null)
      .describe('Time within which a response prevents the consequence'),
  })
  .meta({ id: 'Rationalization' });
export type Rationalization = z.infer<typeof rationalization>;

export const threshold = z
  .object({
    id,
    name: z.string(),
    alias: z
      .string()
      .nullable()
      .describe('Name of the threshold in the logic of others; null to use its name'),
    logic: z.string(),
    type: z.enum(['expression', 'script']),
    level: level.nullable().describe('Level; null for a threshold that only logs or acts'),
    logExcursion: z.boolean(),
    onDelay: z.number().describe('Milliseconds for which the logic must hold before an excursion begins'),
    offDelay: z.number().describe('Milliseconds for which the logic must not hold before an excursion ends'),
    deadband: z
      .number()
      .describe('Distance by which a value must return past the limit before an excursion ends, in its unit'),
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

/** A name without quotes, because logic quotes it. */
const quotable = (maximum: number) =>
  requiredText(maximum).refine((name) => !/["\r\n]/.test(name), 'Please enter a name without quotes.');

/** A threshold to save. One with the id of an existing threshold keeps its excursions. */
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

/** The thresholds of a protection, in order. Names and aliases are unique. */
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
