import { z } from 'zod';
import { failureCause, failureMechanism } from '../assets/failure-code.ts';
import { id, isoDuration, requiredText, text, wholeDollars } from '../core/primitives.ts';
import { writablePatternSettings } from '../protections/indicator-pattern.ts';
import { intervalSettings } from '../protections/interval-setting.ts';
import { protectionTypes } from '../protections/protection.ts';
import { level, thresholdChanges } from '../protections/threshold.ts';
import { logic } from '../signals/tag.ts';
import { activityRenewals } from '../twins/activity.ts';
import { parameterDeclarations } from '../twins/parameter.ts';
import { failureDistributionParameters } from '../twins/probability.ts';
import { aliasName, keywords, tagAliasOptions } from '../twins/tag-alias.ts';

/** The maximum id of a part of a model. Higher ids belong to parts of a single twin. */
export const maximumPartId = 999_999_999;

/** A part keeps its id over all versions of its model, so that a renamed part is the same part. */
const partId = id
  .max(maximumPartId)
  .describe('Id of the part; unique among all parts of the model, including thresholds');
const partIds = z.array(id).max(1000).default([]);

const modelProbability = z
  .strictObject({
    failureDistributionParameters,
    source: text(500)
      .default('')
      .describe('Source of the life data, such as a standard or a study; empty for an assumption'),
  })
  .nullable()
  .default(null);

const modelConsequence = z
  .strictObject({
    value: wholeDollars.describe('Cost of one failure in whole dollars'),
    description: text(500).default(''),
  })
  .nullable()
  .default(null);

export const modelInput = z
  .strictObject({
    id: partId,
    type: z.enum(['work', 'data_point']).default('data_point'),
    name: aliasName,
    description: text(4000).default(''),
    keywords: keywords.default([]),
    unit: text(50).nullable().default(null).describe('UCUM code'),
    options: tagAliasOptions.default({}),
    tagNamePattern: text(200)
      .nullable()
      .default(null)
      .describe('Name of its tag; {uniqueId} and {assetName} stand for those of the asset'),
  })
  .meta({ id: 'ModelInput' });
export type ModelInput = z.infer<typeof modelInput>;

export const modelTag = z
  .strictObject({
    id: partId,
    name: requiredText(100).describe('Name of the part; the tag of a twin is named {uniqueId}.{name}'),
    caption: text(200).default(''),
    description: text(4000).default(''),
    keywords: keywords.default([]),
    unit: text(50).nullable().default(null).describe('UCUM code'),
    logic: logic.default('').describe('Logic that refers to inputs and calculated tags of the model'),
  })
  .meta({ id: 'ModelTag' });
export type ModelTag = z.infer<typeof modelTag>;

export const modelFailureMode = z
  .strictObject({
    id: partId,
    name: requiredText(100),
    description: text(500).default(''),
    mechanism: failureMechanism,
    cause: failureCause,
    pfInterval: isoDuration.nullable().default(null),
    probability: modelProbability,
    consequence: modelConsequence,
  })
  .meta({ id: 'ModelFailureMode' });
export type ModelFailureMode = z.infer<typeof modelFailureMode>;

export const modelActivity = z
  .strictObject({
    id: partId,
    tagAliasId: id.nullable().default(null).describe('Id of the input under which its work is recorded'),
    name: requiredText(100),
    description: text(500).default(''),
    duration: isoDuration.nullable().default(null),
    cost: wholeDollars.nullable().default(null),
    resource: text(100).default(''),
    renews: z.enum(activityRenewals).default('none'),
    failureModeIds: partIds,
  })
  .meta({ id: 'ModelActivity' });
export type ModelActivity = z.infer<typeof modelActivity>;

/** A trained model is saved without the ranges that it was trained on. */
const modelPatterns = z
  .strictObject({
    patterns: z
      .array(z.strictObject({ name: requiredText(100), color: z.string().regex(/^#[0-9A-Fa-f]{6}$/) }))
      .max(50)
      .describe('Patterns without `No match`'),
    ...writablePatternSettings,
    model: z
      .string()
      .max(4_000_000)
      .nullable()
      .default(null)
      .describe('Trained model in base64; null if untrained'),
    trainedOn: text(200).default('').describe('Name of the asset that the model was trained on'),
  })
  .nullable()
  .default(null);

export const modelIndicator = z
  .strictObject({
    id: partId,
    name: requiredText(200),
    description: text(4000).default(''),
    type: z.enum(protectionTypes).default('condition'),
    active: z.boolean().default(true).describe('Whether it is active on a new twin'),
    defaultLevel: level.default(0),
    thresholds: thresholdChanges
      .refine((all) => all.every((one) => one.id !== undefined), 'Every threshold needs an id.')
      .default([]),
    tagAliasIds: partIds.describe('Ids of its inputs'),
    aliases: intervalSettings.default([]),
    failureModeIds: partIds.describe('Ids of the failure modes that it covers'),
    patterns: modelPatterns,
  })
  .meta({ id: 'ModelIndicator' });
export type ModelIndicator = z.infer<typeof modelIndicator>;

const maximumParts = 500;
const parts = <T extends z.ZodType>(part: T) =>
  z.array(part).max(maximumParts, `At most ${maximumParts}.`).default([]);

/**
 * The content of the twins that a model creates. Parts refer to each other by their ids in the definition. Ids of
 * users in actions are those of the tenant.
 */
export const modelDefinition = z
  .strictObject({
    missionTime: isoDuration.nullable().default(null),
    probability: modelProbability,
    consequence: modelConsequence,
    parameters: parameterDeclarations.default([]),
    tagAliases: parts(modelInput),
    tags: parts(modelTag),
    failureModes: parts(modelFailureMode),
    activities: parts(modelActivity),
    indicators: parts(modelIndicator),
  })
  .meta({ id: 'ModelDefinition' });
export type ModelDefinition = z.infer<typeof modelDefinition>;
export type ModelDefinitionInput = z.input<typeof modelDefinition>;

/** The kinds of parts, named after their lists in a definition. */
export const partKinds = [
  'parameters',
  'tagAliases',
  'tags',
  'failureModes',
  'activities',
  'indicators',
  'thresholds',
] as const;
export type PartKind = (typeof partKinds)[number];
