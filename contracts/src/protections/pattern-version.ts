import { z } from 'zod';
import { id, idParameter, idParams, timeParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { indicatorPattern, strictnesses } from './indicator-pattern.ts';

const tag = 'Indicator patterns';
const versionParams = z.object({ id: idParameter, version: idParameter });

const share = z.number().describe('0 to 1');

/** How a model fares on ranges that were held out of its training. */
export const patternEvaluation = z
  .object({
    confusion: z
      .array(z.array(z.number().int()))
      .describe('Rows by true pattern and by answer, both in the order of `patterns`'),
    patterns: z.array(
      z.object({
        patternId: id,
        name: z.string().describe('When it was trained'),
        ranges: z.number().int(),
        samples: z.number().int().describe('Rows that it was trained on'),
        isWholeRange: z
          .boolean()
          .describe('Whether a whole range was held out, or the last third of its single one'),
        precision: share.nullable().describe('Null where no row got this answer'),
        recall: share.nullable().describe('Null where no row of it was held out'),
      }),
    ),
    refused: share
      .nullable()
      .describe('Of the rows that the trees answer right with a pattern, the share that the gate refuses'),
    macroF1: share,
    inputs: z
      .array(z.object({ tagAliasId: id, tagAliasName: z.string(), importance: share }))
      .describe('What matters most first; the shares add up to 1'),
    leftOut: share.describe('Of the rows in ranges, the share at which the condition of use is not true'),
    warnings: z.array(z.string()).describe('In plain words'),
    suggestsLenient: z
      .boolean()
      .describe('The gate refuses more than 20 % of the rows that the trees answer right'),
  })
  .meta({ id: 'PatternEvaluation' });
export type PatternEvaluation = z.infer<typeof patternEvaluation>;

/** A trained model. */
export const patternVersion = z
  .object({
    version: z.number().int().describe('From 1'),
    createdAt: z.iso.datetime(),
    createdBy: id.nullable(),
    appliedAt: z.iso.datetime().nullable().describe('When it was last put in service'),
    inService: z.boolean(),
    checksum: z.string().describe('Of what it was trained on'),
    modelChecksum: z.string(),
    bytes: z.number().int(),
    stepSeconds: z.number().int(),
    windows: z.array(z.number().int()),
    strictness: z.enum(strictnesses),
    condition: z.string().nullable(),
    evaluation: patternEvaluation,
  })
  .meta({ id: 'PatternVersion' });
export type PatternVersion = z.infer<typeof patternVersion>;

const answers = z.object({
  version: z.number().int(),
  answered: z.number().int().describe('Points of the grid with an answer'),
  refused: z.number().int().describe('Of these, refused by the gate'),
  changes: z
    .array(z.object({ time: z.iso.datetime(), patternId: id.nullable() }))
    .describe('Each answer holds to the next; null: no answer'),
});

/** Two models over the same points. */
export const versionComparison = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    version: answers,
    inService: answers,
    compared: z.number().int().describe('Points of the grid that both answer'),
    agreement: share.nullable().describe('Of these, the share with the same answer'),
    pairs: z
      .array(z.object({ version: id, inService: id, count: z.number().int() }))
      .describe('Answers of both models, the most frequent pair first'),
  })
  .meta({ id: 'VersionComparison' });
export type VersionComparison = z.infer<typeof versionComparison>;

/** How well the model in service fits the last 30 days. */
export const patternFit = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    answered: z.number().int().describe('Points of the grid with an answer'),
    refusedShare: share
      .nullable()
      .describe('Of the answers with a pattern, the share that the gate refused; null without any'),
    judged: z
      .number()
      .int()
      .describe('Answers that were called right or wrong since the version was put in service'),
    wrongShare: share.nullable().describe('Of these; null without any'),
    notice: z.string().nullable().describe('Why the model no longer fits; null while it does'),
  })
  .meta({ id: 'PatternFit' });
export type PatternFit = z.infer<typeof patternFit>;

export const listPatternVersions = defineRoute({
  method: 'GET',
  path: '/api/indicator-patterns/:id/versions',
  access: 'apps',
  tag,
  summary: 'The versions of a set, the latest first; the latest 20 are kept beside the one in service',
  params: idParams,
  response: z.array(patternVersion),
});

export const applyPatternVersion = defineRoute({
  method: 'POST',
  path: '/api/indicator-patterns/:id/versions/:version/apply',
  access: 'write:protection',
  tag,
  summary: 'Put a version in service: the protection is evaluated anew, and no old actions fire',
  params: versionParams,
  response: indicatorPattern,
});

export const compareVersions = defineRoute({
  method: 'GET',
  path: '/api/indicator-patterns/:id/versions/:version/comparison',
  access: 'apps',
  tag,
  summary: 'The answers of a version beside those of the model in service, over a range',
  params: versionParams,
  query: z.object({ from: timeParameter, to: timeParameter }),
  response: versionComparison,
});

export const getPatternFit = defineRoute({
  method: 'GET',
  path: '/api/indicator-patterns/:id/fit',
  access: 'apps',
  tag,
  summary: 'How well the model in service fits the last 30 days',
  params: idParams,
  response: patternFit,
});
