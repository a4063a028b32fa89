import type { ModelDefinition, ModelIndicator, PartKind } from '@twinward/contracts/library/definition';

type Setting = ModelIndicator['aliases'][number];

/** A part of a definition, with its fields except id and name. */
export interface Part {
  /** Null for the definition itself, with the fields that belong to no part. */
  readonly kind: PartKind | null;
  /** Unique across all kinds; null for the definition itself. */
  readonly id: number | null;
  readonly name: string;
  /** For a threshold: the id of its indicator. */
  readonly parent: number | null;
  /**
   * As in the definition, except for indicators: `thresholdIds` holds the order of the thresholds, `aliases.{id}` the
   * settings of one input, and `trainedModel` the trained model of the patterns.
   */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface TrainedModel {
  /** Base64 */
  readonly model: string;
  readonly trainedOn: string;
}

/** Identifies a part in another list of parts. */
export const partKey = ({ kind, id }: Pick<Part, 'kind' | 'id'>): string => `${kind ?? ''}:${id ?? ''}`;

const settingPrefix = 'aliases.';
/** The field of an indicator that holds the settings of an input. */
export const settingField = (inputId: number): string => `${settingPrefix}${inputId}`;
/** The input whose settings a field of an indicator holds; null for another field. */
export const inputOfSetting = (field: string): number | null =>
  field.startsWith(settingPrefix) ? Number(field.slice(settingPrefix.length)) : null;

/**
 * Returns a definition as a flat list of parts: itself, then its parts by kind, with thresholds after all indicators.
 */
export function toParts(definition: ModelDefinition): Part[] {
  const { parameters, tagAliases, tags, failureModes, activities, indicators, ...own } = definition;
  return [
    { kind: null, id: null, name: '', parent: null, fields: own },
    ...parameters.map((one) => toPart('parameters', one)),
    ...tagAliases.map((one) => toPart('tagAliases', one)),
    ...tags.map((one) => toPart('tags', one)),
    ...failureModes.map((one) => toPart('failureModes', one)),
    ...activities.map((one) => toPart('activities', one)),
    ...indicators.map(indicatorPart),
    ...indicators.flatMap(({ id, thresholds }) => thresholds.map((one) => toPart('thresholds', one, id))),
  ];
}

function toPart(
  kind: PartKind,
  { id, name, ...fields }: { id?: number | undefined; name: string; [field: string]: unknown },
  parent: number | null = null,
): Part {
  return { kind, id: id!, name, parent, fields };
}

function indicatorPart({ thresholds, aliases, patterns, ...indicator }: ModelIndicator): Part {
  const { model = null, trainedOn = '', ...settings } = patterns ?? {};
  return toPart('indicators', {
    ...indicator,
    thresholdIds: thresholds.map(({ id }) => id!),
    ...Object.fromEntries(aliases.map(({ tagAliasId, ...setting }) => [settingField(tagAliasId), setting])),
    patterns: patterns && settings,
    trainedModel: model === null ? null : ({ model, trainedOn } satisfies TrainedModel),
  });
}

/**
 * Returns the definition that consists of these parts. Thresholds without their indicator are omitted, and those
 * missing in `thresholdIds` come last. The result may violate rules of the contract if the parts come from several
 * definitions.
 */
export function toDefinition(parts: readonly Part[]): ModelDefinition {
  const selectKind = (kind: PartKind) => parts.filter((part) => part.kind === kind);
  const toObject = ({ id, name, fields }: Part) => ({ id, name, ...fields });
  const definition = {
    ...parts.find(({ kind }) => kind === null)?.fields,
    parameters: selectKind('parameters').map(toObject),
    tagAliases: selectKind('tagAliases').map(toObject),
    tags: selectKind('tags').map(toObject),
    failureModes: selectKind('failureModes').map(toObject),
    activities: selectKind('activities').map(toObject),
    indicators: toIndicators(selectKind('indicators'), selectKind('thresholds')),
  };
  return definition as unknown as ModelDefinition;
}

function toIndicators(indicators: readonly Part[], thresholds: readonly Part[]): ModelIndicator[] {
  return indicators.map(({ id, name, fields: { thresholdIds, patterns, trainedModel, ...fields } }) => {
    const order = (thresholdIds ?? []) as readonly number[];
    const place = (part: Part) => (order.includes(part.id!) ? order.indexOf(part.id!) : order.length);
    const own = thresholds.filter(({ parent }) => parent === id).sort((a, b) => place(a) - place(b));
    const { model = null, trainedOn = '' } = (trainedModel ?? {}) as Partial<TrainedModel>;
    const indicator = {
      id,
      name,
      ...Object.fromEntries(Object.entries(fields).filter(([field]) => inputOfSetting(field) === null)),
      thresholds: own.map((part) => ({ id: part.id, name: part.name, ...part.fields })),
      aliases: toSettings(fields),
      patterns: patterns ? { ...patterns, model, trainedOn } : null,
    };
    return indicator as unknown as ModelIndicator;
  });
}

function toSettings(fields: Part['fields']): Setting[] {
  return Object.entries(fields).flatMap(([field, setting]) => {
    const tagAliasId = inputOfSetting(field);
    return tagAliasId === null || !setting ? [] : [{ ...(setting as Setting), tagAliasId }];
  });
}
