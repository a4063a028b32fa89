import { z } from 'zod';
import { id, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { languageError } from './language.ts';
import { protectionDefinition } from './protection.ts';
import { level } from './threshold.ts';

/** An error of a protection's logic or settings. */
export const thresholdError = languageError
  .extend({
    threshold: z.number().int().describe('Index into the thresholds; -1 where it is of the whole protection'),
  })
  .meta({ id: 'ThresholdError' });
export type ThresholdError = z.infer<typeof thresholdError>;

const indicatorId = id.optional().describe('Of a pattern protection: its patterns and the model in service');

/** A definition to be tried on a range. */
export const protectionPreview = z
  .strictObject({
    twinId: id,
    indicatorId,
    protection: protectionDefinition,
    from: time.describe('Inclusive'),
    to: time.describe('Exclusive'),
  })
  .refine(({ from, to }) => from < to, notReversed('to'))
  .meta({ id: 'ProtectionPreview' });
export type ProtectionPreview = z.infer<typeof protectionPreview>;

/** At most so many excursions of a preview are answered, the latest of them, and so many changes of level. */
export const maximumPreviewed = 5000;

const threshold = z.number().int().describe('Index into the thresholds');

/** What a definition finds in a range. Times in epoch milliseconds. */
export const protectionFindings = z
  .object({
    excursions: z.array(
      z.object({
        threshold,
        start: z
          .number()
          .describe('Of one from before the range: earlier than it, but no earlier than was looked'),
        end: z.number().nullable().describe('Null while open'),
      }),
    ),
    levels: z
      .array(z.object({ time: z.number(), level, driving: threshold.nullable() }))
      .describe('The level at the start of the range, and its changes in it'),
    answers: z
      .array(
        z.object({
          time: z.number(),
          pattern: z
            .number()
            .int()
            .nullable()
            .describe('Index into the patterns of the set; null: no answer'),
        }),
      )
      .describe('The answer of the model at the start of the range, and its changes in it'),
    counts: z.array(z.number().int()).describe('All excursions of each threshold'),
    durations: z.array(z.number()).describe('Their length inside the range, in milliseconds'),
    truncated: z
      .boolean()
      .describe('There are more excursions, changes of level or changes of the answer than are answered'),
    evaluations: z.number().int().describe('How many times the thresholds were evaluated'),
  })
  .meta({ id: 'ProtectionFindings' });
export type ProtectionFindings = z.infer<typeof protectionFindings>;

/** Errors in list order and position; without any, and with a tag behind every input named, what it finds. */
export const protectionPreviewResult = z
  .object({
    errors: z.array(thresholdError),
    warnings: z.array(thresholdError),
    unmapped: z.array(z.string()).describe('Inputs of the logic without a tag: nothing is evaluated'),
    findings: protectionFindings.optional(),
  })
  .meta({ id: 'ProtectionPreviewResult' });
export type ProtectionPreviewResult = z.infer<typeof protectionPreviewResult>;

export const previewProtection = defineRoute({
  method: 'POST',
  path: '/api/indicators/preview',
  access: 'apps',
  reads: true,
  tag: 'Protections',
  summary: 'Try a definition on a range without storing anything: its errors, or what it would find',
  body: protectionPreview,
  response: protectionPreviewResult,
});

/** One part of a threshold's logic with its value at a time. */
export interface ExplainedPart {
  from: number;
  to: number;
  source: string;
  kind: string;
  type: 'number' | 'boolean' | 'interval' | 'statement';
  value: number | boolean | null;
  reached: boolean;
  points?: { length: number } | undefined;
  parts: readonly ExplainedPart[];
}

const explainedPart: z.ZodType<ExplainedPart> = z
  .lazy(() =>
    z.object({
      from: z.number().int().describe('Its source: offsets into the logic'),
      to: z.number().int(),
      source: z.string(),
      kind: z.string(),
      type: z.enum(['number', 'boolean', 'interval', 'statement']),
      value: z
        .union([z.number(), z.boolean()])
        .nullable()
        .describe('Null where there is none; lengths of time in milliseconds'),
      reached: z.boolean().describe('Whether the evaluation comes by it'),
      points: z.object({ length: z.number().int() }).optional().describe('How many points a window used'),
      parts: z.array(explainedPart),
    }),
  )
  .meta({ id: 'ExplainedPart' });

export const explainedThreshold = z
  .object({
    value: z.union([z.number(), z.boolean()]).nullable(),
    open: z.boolean().describe('Whether it is in excursion then'),
    parts: z.array(explainedPart).readonly(),
  })
  .meta({ id: 'ExplainedThreshold' });
export type ExplainedThreshold = z.infer<typeof explainedThreshold>;

/** Asks why a definition says at a time what it says. */
export const protectionQuestion = z
  .strictObject({ twinId: id, indicatorId, protection: protectionDefinition, time })
  .meta({ id: 'ProtectionQuestion' });
export type ProtectionQuestion = z.infer<typeof protectionQuestion>;

/** By threshold; none while there are errors, or inputs without a tag. */
export const protectionExplanation = z
  .object({
    errors: z.array(thresholdError),
    unmapped: z.array(z.string()).describe('Inputs of the logic without a tag: nothing is evaluated'),
    thresholds: z.array(explainedThreshold),
  })
  .meta({ id: 'ProtectionExplanation' });
export type ProtectionExplanation = z.infer<typeof protectionExplanation>;

export const explainProtection = defineRoute({
  method: 'POST',
  path: '/api/indicators/explain',
  access: 'apps',
  reads: true,
  tag: 'Protections',
  summary: 'Why a definition says at a time what it says, part by part, without storing anything',
  body: protectionQuestion,
  response: protectionExplanation,
});
