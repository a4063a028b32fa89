import { z } from 'zod';
import { id, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { languageError } from './language.ts';
import { protectionDefinition } from './protection.ts';
import { level } from './threshold.ts';

const defineRoute = routeGroup('Protections');

/** An error in a protection's logic or settings. */
export const thresholdError = languageError
  .extend({
    threshold: z.number().int().describe('Index of the threshold; -1 for an error of the whole protection'),
  })
  .meta({ id: 'ThresholdError' });

const indicatorId = id
  .optional()
  .describe('Id of a pattern protection whose patterns and model in service are used');

/** A protection's definition to try on a range. */
export const protectionPreview = z
  .strictObject({
    twinId: id,
    indicatorId,
    protection: protectionDefinition,
    from: time.describe('Start of the range, inclusive'),
    to: time.describe('End of the range, exclusive'),
  })
  .refine(({ from, to }) => from < to, notReversed('to'))
  .meta({ id: 'ProtectionPreview' });
export type ProtectionPreview = z.infer<typeof protectionPreview>;

/** Maximum number of excursions, and of level changes, that a preview returns; the latest ones. */
export const maximumPreviewed = 5000;

const threshold = z.number().int().describe('Index of the threshold');

/** What a definition finds in a range. Times are in epoch milliseconds. */
export const protectionFindings = z
  .object({
    excursions: z.array(
      z.object({
        threshold,
        start: z
          .number()
          .describe(
            'Start in epoch milliseconds; if before the range, no earlier than the first point that was read',
          ),
        end: z.number().nullable().describe('End in epoch milliseconds; null while open'),
      }),
    ),
    levels: z
      .array(z.object({ time: z.number(), level, driving: threshold.nullable() }))
      .describe('Level at the start of the range, and its changes in the range'),
    answers: z
      .array(
        z.object({
          time: z.number(),
          pattern: z
            .number()
            .int()
            .nullable()
            .describe('Index of the pattern in the set; null for no answer'),
        }),
      )
      .describe('Answer of the model at the start of the range, and its changes in the range'),
    counts: z.array(z.number().int()).describe('Number of all excursions per threshold'),
    durations: z
      .array(z.number())
      .describe('Total duration of the excursions within the range per threshold, in milliseconds'),
    truncated: z
      .boolean()
      .describe('Whether there are more excursions, level changes or answer changes than returned'),
    evaluations: z.number().int().describe('Number of evaluations of the thresholds'),
  })
  .meta({ id: 'ProtectionFindings' });
export type ProtectionFindings = z.infer<typeof protectionFindings>;

/** Errors by threshold and position; or, without errors and unmapped inputs, the findings. */
export const protectionPreviewResult = z
  .object({
    errors: z.array(thresholdError),
    warnings: z.array(thresholdError),
    unmapped: z
      .array(z.string())
      .describe('Inputs of the logic without a tag; while there are any, nothing is evaluated'),
    findings: protectionFindings.optional(),
  })
  .meta({ id: 'ProtectionPreviewResult' });
export type ProtectionPreviewResult = z.infer<typeof protectionPreviewResult>;

export const previewProtection = defineRoute('POST /api/indicators/preview', {
  access: 'apps',
  reads: true,
  summary:
    'Preview a definition on a range without storing anything. Returns its errors, or what it would find',
  body: protectionPreview,
  response: protectionPreviewResult,
});

/** A part of a threshold's logic with its value at a time. */
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
      from: z.number().int().describe('Start of the part as an offset into the logic'),
      to: z.number().int(),
      source: z.string(),
      kind: z.string(),
      type: z.enum(['number', 'boolean', 'interval', 'statement']),
      value: z
        .union([z.number(), z.boolean()])
        .nullable()
        .describe('Value of the part; null without a value. Lengths of time are in milliseconds'),
      reached: z.boolean().describe('Whether the evaluation reaches this part'),
      points: z
        .object({ length: z.number().int() })
        .optional()
        .describe('Number of points that the window used'),
      parts: z.array(explainedPart),
    }),
  )
  .meta({ id: 'ExplainedPart' });

export const explainedThreshold = z
  .object({
    value: z.union([z.number(), z.boolean()]).nullable(),
    open: z.boolean().describe('Whether the threshold is in excursion at the time'),
    parts: z.array(explainedPart).readonly(),
  })
  .meta({ id: 'ExplainedThreshold' });
export type ExplainedThreshold = z.infer<typeof explainedThreshold>;

/** Asks how a definition is evaluated at a time. */
export const protectionQuestion = z
  .strictObject({ twinId: id, indicatorId, protection: protectionDefinition, time })
  .meta({ id: 'ProtectionQuestion' });
export type ProtectionQuestion = z.infer<typeof protectionQuestion>;

/** Explanations per threshold; empty if there are errors or inputs without a tag. */
export const protectionExplanation = z
  .object({
    errors: z.array(thresholdError),
    unmapped: z
      .array(z.string())
      .describe('Inputs of the logic without a tag; while there are any, nothing is evaluated'),
    thresholds: z.array(explainedThreshold),
  })
  .meta({ id: 'ProtectionExplanation' });
export type ProtectionExplanation = z.infer<typeof protectionExplanation>;

export const explainProtection = defineRoute('POST /api/indicators/explain', {
  access: 'apps',
  reads: true,
  summary: 'Explain how a definition is evaluated at a time, part by part, without storing anything',
  body: protectionQuestion,
  response: protectionExplanation,
});
