import type { fieldError } from '@twinward/contracts/core/error';
import { expectedIntervalProblem, toleranceProblem } from '@twinward/contracts/core/interval-limits';
import type { IntervalSetting, ProtectionAlias } from '@twinward/contracts/protections/interval-setting';
import {
  type NewProtection,
  newProtection,
  type Protection,
  type ProtectionDefinition,
  type ProtectionType,
} from '@twinward/contracts/protections/protection';
import { type ThresholdChange, thresholdChange } from '@twinward/contracts/protections/threshold';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { durationToMilliseconds, millisecondsToDuration } from '@twinward/domain/duration';
import {
  activityThresholds,
  findInputs,
  isWithoutLogic,
  toIntervalSettings,
} from '@twinward/domain/evaluation';
import { renameThreshold } from '@twinward/domain/language';
import {
  type IndicatorFacts,
  indicatorCompletion,
  missingOfIndicator,
} from '@twinward/domain/rules/completion';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { z } from 'zod';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { randomKey } from '../form/random-key.ts';
import type { RecordValues } from '../record/record-values.ts';
import { type FurtherForm, furtherChanges } from '../record/use-further-form.ts';

/** An option of a select field. */
export interface Named {
  id: number;
  name: string;
}

/** An input available to logic, of a twin or of a model. Inputs of models have no tag. */
export type LogicInput = Pick<TagAlias, 'id' | 'name' | 'type' | 'description' | 'unit'> &
  Partial<Pick<TagAlias, 'mappedTagId' | 'mappedTagName' | 'mappedTagUnit'>>;

/** An input of a twin. */
export type TwinInput = Required<LogicInput>;

/** A threshold being edited; the key is stable while the page is open. */
export interface DraftThreshold extends ThresholdChange {
  key: string;
}

/** A protection being edited. */
export interface Draft {
  name: string;
  description: string;
  type: ProtectionType;
  active: boolean;
  /** NaN while the text is not a number; null while it is empty. */
  defaultLevel: number | null;
  startDate: string | null;
  thresholds: DraftThreshold[];
  tagAliasIds: number[];
  /** Settings of inputs, if any. */
  aliases: IntervalSetting[];
  failureModeIds: number[];
  /** Values of further fields, by name. */
  fields: RecordValues;
}

export const newThreshold = (name: string): DraftThreshold => ({
  key: randomKey(),
  name,
  alias: null,
  logic: '',
  type: 'expression',
  level: null,
  logExcursion: true,
  onDelay: 0,
  offDelay: 0,
  deadband: 0,
  actions: [],
  rationalization: null,
});

export const withoutSettings = (tagAliasId: number): IntervalSetting => ({
  tagAliasId,
  intervalType: null,
  expectedInterval: null,
  counterInterval: null,
  counterStart: null,
  tolerance: null,
  schedule: 'floating',
});

/** Whether any setting is set. */
const isSet = ({ tagAliasId: _, schedule, ...rest }: IntervalSetting): boolean =>
  schedule === 'fixed' || Object.values(rest).some((value) => value !== null);

/** The fields of a protection used by its form; the id is 0 while it is new. */
export type EditedProtection = Pick<
  Protection,
  | 'id'
  | 'name'
  | 'description'
  | 'type'
  | 'active'
  | 'defaultLevel'
  | 'startDate'
  | 'tagAliasIds'
  | 'failureModeIds'
  | 'fields'
  | 'version'
> & {
  thresholds: readonly ThresholdChange[];
  aliases: readonly (IntervalSetting & Partial<Omit<ProtectionAlias, keyof IntervalSetting>>)[];
};

/** A protection of a twin in its editor. */
export type TwinProtection = EditedProtection &
  Pick<Protection, 'twinId' | 'level' | 'indicatorPattern'> & {
    /** Id of the copied pattern protection whose patterns are copied. */
    patternsOf?: number;
  };

/** The initial values of a new protection. */
export const blankProtection = (type: ProtectionType = 'condition'): EditedProtection => ({
  id: 0,
  name: '',
  description: '',
  type,
  active: false,
  defaultLevel: 0,
  startDate: null,
  thresholds: [],
  tagAliasIds: [],
  aliases: [],
  failureModeIds: [],
  fields: {},
  version: 0,
});

/** The initial values of a new protection of a twin. @param mode the failure mode to protect against; gives the name */
export const newSeed = (
  twinId: number,
  mode?: Pick<FailureMode, 'id' | 'name'>,
  type: ProtectionType = 'condition',
): TwinProtection => ({
  ...blankProtection(type),
  twinId,
  name: mode?.name ?? '',
  failureModeIds: mode === undefined ? [] : [mode.id],
  level: null,
  indicatorPattern: null,
});

/** The initial values of a copy of a protection. */
export function copySeed(twinId: number, copied: Protection): TwinProtection {
  const { name, description, type, startDate } = copied;
  const { thresholds, tagAliasIds, aliases, failureModeIds, indicatorPattern } = copied;
  return {
    ...newSeed(twinId),
    name: `Copy of ${name}`,
    description,
    type,
    startDate,
    thresholds,
    tagAliasIds,
    aliases,
    failureModeIds,
    ...(indicatorPattern === null
      ? {}
      : {
          patternsOf: copied.id,
          indicatorPattern: { ...indicatorPattern, modelVersion: null, isCurrent: false },
        }),
  };
}

export function toDraft(protection: EditedProtection): Draft {
  const isNew = protection.id === 0;
  return {
    name: protection.name,
    description: protection.description,
    type: protection.type,
    active: protection.active,
    defaultLevel: protection.defaultLevel,
    startDate: protection.startDate,
    thresholds: protection.thresholds.map(({ id, actions, ...threshold }) => ({
      ...threshold,
      key: `t${id}`,
      ...(isNew ? {} : { id }),
      actions: actions.map((action) => (isNew ? { ...action, id: undefined } : action)),
    })) as DraftThreshold[],
    tagAliasIds: protection.tagAliasIds,
    aliases: protection.aliases
      .map(({ alias: _, type: __, tagId: ___, tagName: ____, unit: _____, ...setting }) => setting)
      .filter(isSet),
    failureModeIds: protection.failureModeIds,
    fields: protection.fields,
  };
}

/** The part of a draft that evaluation depends on; null while a number is missing. */
export function definitionOfDraft(draft: Draft): ProtectionDefinition {
  return {
    type: draft.type,
    defaultLevel: draft.defaultLevel ?? 0,
    startDate: draft.startDate,
    thresholds: draft.thresholds.map(({ key: _, ...threshold }) => threshold),
    tagAliasIds: draft.tagAliasIds,
    aliases: draft.aliases.filter(isSet),
  };
}

/** The request body of a draft. @param base the saved protection; null for a new one */
export const toBody = (
  draft: Draft,
  base: Pick<EditedProtection, 'fields'> | null,
): ProtectionDefinition & Omit<NewProtection, 'twinId' | 'thresholds'> => ({
  name: draft.name,
  description: draft.description,
  active: draft.active,
  failureModeIds: draft.failureModeIds,
  ...furtherChanges(draft.fields, base),
  ...definitionOfDraft(draft),
});

export type Problems = ReadonlyMap<string, string>;

const rules = {
  name: schemaRule(newProtection.shape.name),
  defaultLevel: schemaRule(newProtection.shape.defaultLevel),
  thresholdName: schemaRule(thresholdChange.shape.name),
  level: schemaRule(thresholdChange.shape.level),
};

/** The validation errors of a draft, by the server's field names. */
export function draftProblems(draft: Draft): Problems {
  const found: [string, string | null][] = [
    ['name', rules.name(draft.name)],
    ['defaultLevel', rules.defaultLevel(draft.defaultLevel)],
  ];
  const names = draft.thresholds.map(({ name }) => name.trim());
  draft.thresholds.forEach((threshold, index) => {
    const at = `thresholds.${index}`;
    const isTaken = names.indexOf(threshold.name.trim()) < index;
    found.push(
      [
        `${at}.name`,
        rules.thresholdName(threshold.name) ?? (isTaken ? 'Please enter a unique value.' : null),
      ],
      [`${at}.level`, rules.level(threshold.level)],
    );
  });
  draft.aliases.forEach(({ expectedInterval, tolerance }, index) => {
    const isTime = typeof tolerance === 'string';
    found.push(
      [`aliases.${index}.expectedInterval`, expectedInterval && expectedIntervalProblem(expectedInterval)],
      [`aliases.${index}.tolerance`, isTime ? toleranceProblem(tolerance) : null],
    );
  });
  return new Map(found.flatMap(([path, message]) => (message === null ? [] : [[path, message] as const])));
}

/** The server's validation errors, by field. Protections are created in a list of one. */
export const serverProblems = (errors: readonly z.infer<typeof fieldError>[]): Problems =>
  new Map(errors.map(({ path, message }) => [path.replace(/^(0|indicator)\./, ''), message]));

/** The errors of one part, by the rest of the field name. */
export function problemsUnder(problems: Problems, part: string): Problems {
  const prefix = `${part}.`;
  return new Map(
    [...problems].flatMap(([path, message]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), message] as const] : [],
    ),
  );
}

/** Replaces one threshold. If its name changes, references in other thresholds are renamed. */
export function withThreshold(
  thresholds: readonly DraftThreshold[],
  key: string,
  change: Partial<DraftThreshold>,
): DraftThreshold[] {
  const before = thresholds.find((threshold) => threshold.key === key);
  const from = before && (before.alias || before.name);
  const after = before && { ...before, ...change };
  const to = after && (after.alias || after.name);
  return thresholds.map((threshold) => {
    if (threshold.key === key) return after!;
    if (!from || !to || from === to) return threshold;
    return { ...threshold, logic: renameThreshold(threshold.logic, from, to) };
  });
}

/** Moves an entry of the list to another position. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const target = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, target), list[from]!, ...rest.slice(target)];
}

/** Thresholds Due and Overdue from the settings of an activity's inputs; none without settings. */
export function prefilled(draft: Draft, logicInputs: readonly LogicInput[]): DraftThreshold[] {
  const settings = new Map(draft.aliases.map((setting) => [setting.tagAliasId, setting]));
  const inputs = findInputs(definitionOfDraft(draft), logicInputs).map(({ id, name, type }) => {
    const setting = settings.get(id);
    return { alias: name, type, settings: setting && toIntervalSettings(setting) };
  });
  return activityThresholds(inputs).map((threshold) => ({ ...newThreshold(threshold.name), ...threshold }));
}

/** How complete a draft is, and what is missing. @param isTrained whether the model is trained on the current ranges */
export function computeCompletion(draft: Draft, logicInputs: readonly LogicInput[], isTrained = false) {
  const isPattern = draft.type === 'pattern';
  const inputs = findInputs(definitionOfDraft(draft), logicInputs);
  const facts: IndicatorFacts = {
    hasThresholds: draft.thresholds.length > 0,
    hasAliases: inputs.length > 0,
    aliasesComplete: inputs.every(({ mappedTagId }) => mappedTagId !== null),
    thresholdsHaveLogic: !draft.thresholds.some(isWithoutLogic),
    thresholdsEffective: draft.thresholds.every(
      ({ level, logExcursion, actions }) => level !== null || logExcursion || actions.length > 0,
    ),
    checksumMatches: isTrained,
  };
  return { ...indicatorCompletion(facts, isPattern), missing: missingOfIndicator(facts, isPattern) };
}

const list = (values: readonly unknown[]): string => (values.length === 0 ? 'None' : values.join(', '));

/** Labels and formats of the fields in the conflict dialog. */
export const draftTexts = (further: FurtherForm): FieldTexts<Draft> => ({
  name: { label: 'Name', text: (name) => name },
  description: { label: 'Description', text: (description) => description },
  type: { label: 'Type', text: (type) => type },
  active: { label: 'Active', text: (active) => (active ? 'Yes' : 'No') },
  defaultLevel: { label: 'Default level', text: String },
  startDate: { label: 'Start date', text: (date) => date ?? 'The twin’s' },
  thresholds: {
    label: 'Thresholds',
    text: (thresholds) =>
      thresholds.map(({ name, level, logic }) => `${name} (${level ?? 'no level'}): ${logic}`).join('\n'),
  },
  tagAliasIds: { label: 'Inputs', text: list },
  aliases: { label: 'Intervals', text: (aliases) => list(aliases.map((one) => JSON.stringify(one))) },
  failureModeIds: { label: 'Failure modes', text: list },
  fields: further.text,
});

/** Formats a delay in milliseconds for its field; null for none. */
export const formatDelay = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : millisecondsToDuration(milliseconds);

export const parseDelay = (delay: string | null): number =>
  delay === null ? 0 : durationToMilliseconds(delay);
