import { z } from 'zod';
import { id, integerBetween, numberBetween, timeParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { chatteringThreshold, standingExcursion } from './alarm-performance.ts';
import { level } from './threshold.ts';

/** Alarm performance by the measures of ISA-18.2 and IEC 62682, over a range of time. */

/** Alarms are counted in intervals of ten minutes, in milliseconds. */
export const alarmInterval = 600_000;

/** An alarm that stands for longer than this, in milliseconds, is counted as standing. */
export const standingAfter = 86_400_000;

export const alarmPriorities = ['low', 'medium', 'high'] as const;
export type AlarmPriority = (typeof alarmPriorities)[number];

const percent = numberBetween(0, 100);
const count = integerBetween(0, 1_000_000);

/** What the figures are held against. The initial values are those of ISA-18.2. */
export const alarmTargets = z
  .strictObject({
    averageRate: numberBetween(0.01, 1000).describe('Alarms per 10 minutes and area, at most'),
    peakRate: count.describe('Alarms of an area in any 10 minutes, at most'),
    floodStart: integerBetween(1, 10_000).describe('A flood begins with more alarms than this in 10 minutes'),
    floodEnd: integerBetween(1, 10_000).describe('A flood ends with fewer alarms than this in 10 minutes'),
    floodShare: percent.describe('Percent of the time in flood, at most'),
    low: percent.describe('Percent of alarms of low priority'),
    medium: percent.describe('Percent of alarms of medium priority'),
    high: percent.describe('Percent of alarms of high priority'),
    mediumFrom: integerBetween(2, 1000).describe('Lowest level of medium priority'),
    highFrom: integerBetween(2, 1000).describe('Lowest level of high priority'),
    worstShare: percent.describe('Percent of alarms that the ten worst thresholds raise, at most'),
    standing: count.describe('Alarms that stand for over 24 hours, on any day, at most'),
    stale: count.describe('Standing alarms without data, on any day, at most'),
    chattering: count.describe('Chattering thresholds, at most'),
    shelved: count.describe('Shelved protections, on any day, at most'),
    areaDepth: integerBetween(1, 9).describe('Depth of areas in the hierarchy of assets; 1 is the top'),
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
  id: id.nullable().describe('Of the asset that is the area; null for assets that stand in none'),
  name: z.string(),
  alarms: z.number().int(),
  averageRate: z.number().describe('Alarms per 10 minutes'),
  peakRate: z.number().int().describe('Most alarms in 10 minutes'),
  peakAt: z.iso.datetime().nullable().describe('Start of the first such interval; null without alarms'),
  floods: z.number().int(),
  floodShare: z.number().describe('Percent of the range in flood'),
});
export type AlarmArea = z.infer<typeof alarmArea>;

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
  by: z.string().nullable().describe('Who shelved it; null after the user was deleted'),
  reason: z.string(),
});
export type ShelvedProtection = z.infer<typeof shelvedProtection>;

/** A figure that counts records, and the first of them. */
const counted = <Item extends z.ZodType>(record: Item) =>
  z.object({ count: z.number().int(), records: z.array(record).describe('The first 20') });

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
      worstShare: z.number().describe('Percent of alarms that the ten worst thresholds raise'),
      standingPeak: z.number().int().describe('Most alarms that stood for over 24 hours at the end of a day'),
      stalePeak: z.number().int().describe('Most of these whose protection was silent then'),
      shelvedPeak: z.number().int().describe('Most protections that were shelved at the end of a day'),
    }),
    areas: z.array(alarmArea).describe('Most alarms first; at most 200'),
    priorities: z
      .array(
        z.object({
          priority: z.enum(alarmPriorities),
          thresholds: z.number().int().describe('Configured, of active protections'),
          alarms: z.number().int(),
          share: z.number().describe('Percent of all alarms'),
        }),
      )
      .describe('Low, medium, high'),
    worst: z.array(worstThreshold).describe('The ten thresholds with the most alarms, most first'),
    slices: z.object({
      length: z.number().int().describe('Milliseconds'),
      alarms: z.array(z.number().int()).describe('Alarms of each slice, from the start of the range on'),
    }),
    standing: counted(standingExcursion).describe('Alarms open at the end, for over 24 hours'),
    stale: z.number().int().describe('Standing alarms whose protection was silent at the end'),
    chattering: counted(chatteringThreshold).describe('Thresholds with three or more alarms within a minute'),
    shelved: counted(shelvedProtection).describe('Protections that were shelved at the end'),
    statesSince: z.iso.datetime().describe('Silence and shelving that ended before this time are not known'),
  })
  .meta({ id: 'AlarmReport' });
export type AlarmReport = z.infer<typeof alarmReport>;

const tag = 'Protections';

export const getAlarmReport = defineRoute({
  method: 'GET',
  path: '/api/excursions/alarm-report',
  access: 'apps',
  tag,
  summary:
    'Alarm performance by ISA-18.2: rates and floods by area, priorities, ten worst, standing, stale, chattering, shelved. An alarm is an excursion of a threshold with a level above 0',
  query: z.object({
    from: timeParameter.optional().describe('30 days before the end unless given'),
    to: timeParameter.optional().describe('Now unless given; both are rounded down to 10 minutes'),
  }),
  response: alarmReport,
});

export const getAlarmTargets = defineRoute({
  method: 'GET',
  path: '/api/settings/alarm-targets',
  access: 'apps',
  tag,
  summary: 'The targets of alarm performance',
  response: alarmTargets,
});

export const setAlarmTargets = defineRoute({
  method: 'PUT',
  path: '/api/settings/alarm-targets',
  access: 'system',
  tag,
  summary: 'Set the targets of alarm performance',
  body: alarmTargets,
  response: alarmTargets,
});
