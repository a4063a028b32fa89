import { z } from 'zod';
import { id, idParameter, timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { indicatorPattern, strictnesses } from './indicator-pattern.ts';

const defineRoute = routeGroup('Indicator patterns');
const versionParams = z.object({ id: idParameter, version: idParameter });

const share = z.number().describe('0 to 1');

/** Quality of a model on ranges that were held out of its training. */
export const patternEvaluation = z
  .object({
    confusion: z
      .array(z.array(z.number().int()))
      .describe(
        'Number of rows by true pattern (outer array) and by answer (inner), both in the order of `patterns`',
      ),
    patterns: z.array(
      z.object({
        patternId: id,
        name: z.string().describe('Name of the pattern at the time of training'),
        ranges: z.number().int(),
        samples: z.number().int().describe('Number of training rows'),
        isWholeRange: z
          .boolean()
          .describe('Whether a whole range was held out; false if only the last third of its single range'),
        precision: share.nullable().describe('Null if no row got this answer'),
        recall: share.nullable().describe('Null if no row of this pattern was held out'),
      }),
    ),
    refused: share
      .nullable()
      .describe('Share of the rows with a right pattern from the trees that the gate refuses'),
    macroF1: share,
    inputs: z
      .array(z.object({ tagAliasId: id, tagAliasName: z.string(), importance: share }))
      .describe('Inputs by importance, most important first; the shares sum to 1'),
    leftOut: share.describe('Share of the rows in ranges for which the condition of use is not true'),
    warnings: z.array(z.string()).describe('Warnings as readable text'),
    suggestsLenient: z
      .boolean()
      .describe(
        'Whether `lenient` is suggested: the gate refuses more than 20 % of the rows that the trees answer right',
      ),
  })
  .meta({ id: 'PatternEvaluation' });
export type PatternEvaluation = z.infer<typeof patternEvaluation>;

/** A trained model. */
export const patternVersion = z
  .object({
    version: z.number().int().describe('Number of the version, from 1'),
    createdAt: z.iso.datetime(),
    createdBy: id.nullable(),
    appliedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the version was last put in service; null if never'),
    inService: z.boolean(),
    checksum: z.string().describe('Checksum of the data and settings used for training'),
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
  answered: z.number().int().describe('Number of steps with an answer'),
  refused: z.number().int().describe('Number of answers refused by the gate'),
  changes: z
    .array(z.object({ time: z.iso.datetime(), patternId: id.nullable() }))
    .describe('Changes of the answer, each of which holds until the next; a null pattern means no answer'),
});

/** A comparison of two models over the same points. */
export const versionComparison = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    version: answers,
    inService: answers,
    compared: z.number().int().describe('Number of steps that both models answer'),
    agreement: share.nullable().describe('Share of the compared steps with the same answer'),
    pairs: z
      .array(z.object({ version: id, inService: id, count: z.number().int() }))
      .describe('Pairs of answers of both models, most frequent first'),
  })
  .meta({ id: 'VersionComparison' });
export type VersionComparison = z.infer<typeof versionComparison>;

/** How well the model in service fits the last 30 days. */
export const patternFit = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    answered: z.number().int().describe('Number of steps with an answer'),
    refusedShare: share
      .nullable()
      .describe('Share of the answers with a pattern that the gate refused; null without any'),
    judged: z
      .number()
      .int()
      .describe('Number of answers judged right or wrong since the version was put in service'),
    wrongShare: share.nullable().describe('Share of the judged answers that were wrong; null without any'),
    notice: z.string().nullable().describe('Why the model no longer fits; null if it fits'),
  })
  .meta({ id: 'PatternFit' });
export type PatternFit = z.infer<typeof patternFit>;

export const listPatternVersions = defineRoute('GET /api/indicator-patterns/:id/versions', {
  access: 'apps',
  summary: 'List the versions of a set, latest first. The latest 20 and the one in service are kept',
  response: z.array(patternVersion),
});

export const applyPatternVersion = defineRoute('POST /api/indicator-patterns/:id/versions/:version/apply', {
  access: 'write:protection',
  summary: 'Put a version in service. The protection is re-evaluated without firing past actions',
  params: versionParams,
  response: indicatorPattern,
});

export const compareVersions = defineRoute('GET /api/indicator-patterns/:id/versions/:version/comparison', {
  access: 'apps',
  summary: 'Compare the answers of a version with those of the model in service, over a range',
  params: versionParams,
  query: z.object({ from: timeParameter, to: timeParameter }),
  response: versionComparison,
});

export const getPatternFit = defineRoute('GET /api/indicator-patterns/:id/fit', {
  access: 'apps',
  summary: 'Get how well the model in service fits the last 30 days',
  response: patternFit,
});
