import { z } from 'zod';
import { id, integerBetween, numberBetween, timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { chatteringThreshold, standingExcursion } from './alarm-performance.ts';
import { level } from './threshold.ts';

/** Alarm performance over a time range, by ISA-18.2 and IEC 62682. */

/** Length of the intervals in which alarms are counted, in milliseconds. */
export const alarmInterval = 600_000;

/** An alarm open for longer than this counts as standing. Milliseconds. */
export const standingAfter = 86_400_000;

export const alarmPriorities = ['low', 'medium', 'high'] as const;
export type AlarmPriority = (typeof alarmPriorities)[number];

const percent = numberBetween(0, 100);
const count = integerBetween(0, 1_000_000);

/** Targets for the figures of alarm performance. The initial values are those of ISA-18.2. */
export const alarmTargets = z
  .strictObject({
    averageRate: numberBetween(0.01, 1000).describe('Maximum alarms per 10 minutes and area'),
    peakRate: count.describe('Maximum alarms of an area in any 10 minutes'),
    floodStart: integerBetween(1, 10_000).describe('A flood begins with more alarms than this in 10 minutes'),
    floodEnd: integerBetween(1, 10_000).describe('A flood ends with fewer alarms than this in 10 minutes'),
    floodShare: percent.describe('Maximum percent of the time in flood'),
    low: percent.describe('Target percent of alarms with low priority'),
    medium: percent.describe('Target percent of alarms with medium priority'),
    high: percent.describe('Target percent of alarms with high priority'),
    mediumFrom: integerBetween(2, 1000).describe('Lowest level of medium priority'),
    highFrom: integerBetween(2, 1000).describe('Lowest level of high priority'),
    worstShare: percent.describe('Maximum percent of alarms from the ten most frequent thresholds'),
    standing: count.describe('Maximum number of alarms open for over 24 hours, on any day'),
    stale: count.describe('Maximum number of standing alarms without data, on any day'),
    chattering: count.describe('Maximum number of chattering thresholds'),
    shelved: count.describe('Maximum number of shelved protections, on any day'),
    areaDepth: integerBetween(1, 9).describe('Depth of the areas in the asset hierarchy; 1 is the top level'),
  })
  .superRefine(({ floodStart, floodEnd, low, medium, high, mediumFrom, highFrom }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (floodEnd > floodStart) refuse('floodEnd', 'Please enter at most the number that begins a flood.');
    if (Math.abs(low + medium + high - 100) > 1e-6) refuse('high', 'Please enter shares that sum to 100 %.');
    if (highFrom <= mediumFrom) refuse('highFrom', 'Please enter a higher level than that of medium.');
  })
  .meta({ id: 'AlarmTargets' });
export type AlarmTargets = z.infer<typeof alarmTargets>;

export const defaultAlarmTargets: AlarmTargets = {
  averageRate: 1,
  peakRate: 10,
  floodStart: 10,
  floodEnd: 5,
  floodShare: 1,
  low: 80,
  medium: 15,
  high: 5,
  mediumFrom: 500,
  highFrom: 800,
  worstShare: 5,
  standing: 5,
  stale: 0,
  chattering: 0,
  shelved: 10,
  areaDepth: 1,
};

const alarmArea = z.object({
  id: id.nullable().describe('Id of the asset that is the area; null for assets outside all areas'),
  name: z.string(),
  alarms: z.number().int(),
  averageRate: z.number().describe('Alarms per 10 minutes'),
  peakRate: z.number().int().describe('Most alarms in 10 minutes'),
  peakAt: z.iso
    .datetime()
    .nullable()
    .describe('Start of the first 10 minutes with the peak rate; null without alarms'),
  floods: z.number().int(),
  floodShare: z.number().describe('Percent of the range in flood'),
});

const worstThreshold = z.object({
  protectionId: id,
  protectionName: z.string(),
  twinId: id,
  assetName: z.string(),
  shelvedUntil: z.iso.datetime().nullable(),
  thresholdId: id,
  thresholdName: z.string(),
  level,
  alarms: z.number().int(),
  share: z.number().describe('Percent of all alarms'),
});
export type WorstThreshold = z.infer<typeof worstThreshold>;

const shelvedProtection = z.object({
  protectionId: id,
  protectionName: z.string(),
  twinId: id,
  assetName: z.string(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  by: z.string().nullable().describe('Name of the user who shelved it; null if the user was deleted'),
  reason: z.string(),
});

/** The number of records, and the first of them. */
const counted = <Item extends z.ZodType>(record: Item) =>
  z.object({ count: z.number().int(), records: z.array(record).describe('The first 20 records') });

export const alarmReport = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    targets: alarmTargets,
    total: z.object({
      alarms: z.number().int(),
      areas: z.number().int(),
      averageRate: z.number().describe('Alarms per 10 minutes and area'),
      peakRate: z.number().int().describe('Most alarms of an area in 10 minutes'),
      floods: z.number().int(),
      floodShare: z.number().describe('Percent of the time of all areas in flood'),
      worstShare: z.number().describe('Percent of alarms from the ten most frequent thresholds'),
      standingPeak: z.number().int().describe('Most alarms open for over 24 hours at the end of any day'),
      stalePeak: z
        .number()
        .int()
        .describe('Most standing alarms of silent protections at the end of any day'),
      shelvedPeak: z.number().int().describe('Most shelved protections at the end of any day'),
    }),
    areas: z.array(alarmArea).describe('Areas by number of alarms, most first; at most 200'),
    priorities: z
      .array(
        z.object({
          priority: z.enum(alarmPriorities),
          thresholds: z.number().int().describe('Number of configured thresholds of active protections'),
          alarms: z.number().int(),
          share: z.number().describe('Percent of all alarms'),
        }),
      )
      .describe('Priorities in the order low, medium, high'),
    worst: z.array(worstThreshold).describe('The ten thresholds with the most alarms, most first'),
    slices: z.object({
      length: z.number().int().describe('Length of a slice in milliseconds'),
      alarms: z.array(z.number().int()).describe('Number of alarms per slice, from the start of the range'),
    }),
    standing: counted(standingExcursion).describe('Alarms open at the end of the range for over 24 hours'),
    stale: z
      .number()
      .int()
      .describe('Number of standing alarms whose protection was silent at the end of the range'),
    chattering: counted(chatteringThreshold).describe('Thresholds with three or more alarms within a minute'),
    shelved: counted(shelvedProtection).describe('Protections that were shelved at the end of the range'),
    statesSince: z.iso
      .datetime()
      .describe('Start of the records on silence and shelving; periods that ended earlier are not counted'),
  })
  .meta({ id: 'AlarmReport' });
export type AlarmReport = z.infer<typeof alarmReport>;

const defineRoute = routeGroup('Protections');

export const getAlarmReport = defineRoute('GET /api/excursions/alarm-report', {
  access: 'apps',
  summary:
    'Get the alarm performance by ISA-18.2: rates and floods by area, priorities, ten most frequent thresholds, standing, stale, chattering and shelved. An alarm is an excursion of a threshold with a level above 0',
  query: z.object({
    from: timeParameter
      .optional()
      .describe('Start of the range; 30 days before the end by default. Rounded down to 10 minutes'),
    to: timeParameter.optional().describe('End of the range; now by default. Rounded down to 10 minutes'),
  }),
  response: alarmReport,
});

export const getAlarmTargets = defineRoute('GET /api/settings/alarm-targets', {
  access: 'apps',
  summary: 'Get the targets of alarm performance',
  response: alarmTargets,
});

export const setAlarmTargets = defineRoute('PUT /api/settings/alarm-targets', {
  access: 'system',
  summary: 'Update the targets of alarm performance',
  body: alarmTargets,
  response: alarmTargets,
});
