import type { ModelDefinition, ModelIndicator } from '@twinward/contracts/library/definition';
import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { FieldValues } from '@twinward/contracts/records/field';
import { replaceAliases, replacePatterns } from '@twinward/domain/language';
import { toTagNamePattern } from '@twinward/domain/library/check-logic';
import { createTagNamePattern } from '@twinward/domain/twin/tag-name-pattern';
import type { ConsequenceRow, ProbabilityRow } from '../../twins/failure-risk/service.ts';
import type { FurtherOfPart } from './further.ts';
import type { GivePartId, RowKind } from './part-ids.ts';
import type {
  ActivityRow,
  CalculatedTagRow,
  FailureModeRow,
  InputRow,
  ParameterRow,
  PatternSetRow,
  ProtectionRow,
  selectTwins,
  ThresholdRow,
} from './store.ts';
import { packModel, renameInputs } from './trained-model.ts';

type TwinRow = Awaited<ReturnType<typeof selectTwins>>[number];

/** The rows of one twin, and the risks and pattern sets of all twins that are read with it. */
interface TwinRows {
  inputs: readonly InputRow[];
  tags: readonly CalculatedTagRow[];
  modes: readonly FailureModeRow[];
  activities: readonly ActivityRow[];
  protections: readonly ProtectionRow[];
  thresholds: readonly ThresholdRow[];
  parameters: readonly ParameterRow[];
  probabilityOfTwin: ReadonlyMap<number | null, ProbabilityRow>;
  probabilityOfMode: ReadonlyMap<number | null, ProbabilityRow>;
  consequenceOfTwin: ReadonlyMap<number | null, ConsequenceRow>;
  consequenceOfMode: ReadonlyMap<number | null, ConsequenceRow>;
  /** By protection. */
  sets: ReadonlyMap<number, PatternSetRow>;
}

/** Creates a definition from the rows of a twin. */
export class TwinReader {
  readonly #twin: TwinRow;
  readonly #rows: TwinRows;
  readonly #give: GivePartId;
  readonly #tagNamePattern: (tagName: string) => string | null;
  readonly #partRows = new Map<number, number>();
  readonly #further = new Map<number, FurtherOfPart>();
  readonly #actions = new Map<number, readonly ThresholdAction[]>();

  constructor(twin: TwinRow, give: GivePartId, rows: TwinRows) {
    this.#twin = twin;
    this.#give = give;
    this.#rows = rows;
    this.#tagNamePattern = createTagNamePattern({ uniqueId: twin.unique_id, assetName: twin.asset_name });
  }

  read(): {
    definition: ModelDefinition;
    mappedTags: Map<number, { id: number; name: string; unit: string | null }>;
    rows: Map<number, number>;
    actions: Map<number, readonly ThresholdAction[]>;
    further: Map<number, FurtherOfPart>;
  } {
    const { inputs, tags, modes, activities, protections, parameters, ...risks } = this.#rows;
    const definition: ModelDefinition = {
      missionTime: this.#twin.mission_time,
      probability: toProbability(risks.probabilityOfTwin.get(this.#twin.id)),
      consequence: toConsequence(risks.consequenceOfTwin.get(this.#twin.id)),
      parameters: parameters.map((row, index) => this.#parameter(row, index)),
      tagAliases: inputs.map((row) => this.#input(row)),
      tags: tags.map((row) => this.#tag(row)),
      failureModes: modes.map((row) => this.#mode(row)),
      activities: activities.map((row) => this.#activity(row)),
      indicators: protections.map((row) => this.#indicator(row)),
    };
    const mappedTags = inputs.flatMap((row) => {
      const { mapped_tag_id: id, mapped_tag_name: name, mapped_tag_unit: unit } = row;
      if (id === null || name === null) return [];
      return [[this.#toPartId('tagAliases', row), { id, name, unit }] as const];
    });
    return {
      definition,
      mappedTags: new Map(mappedTags),
      rows: this.#partRows,
      actions: this.#actions,
      further: this.#further,
    };
  }

  #toPartId(kind: RowKind, { id, model_part }: { id: number; model_part: number | null }): number {
    const partId = this.#give(kind, id, model_part);
    this.#partRows.set(partId, id);
    return partId;
  }

  /** Like `#toPartId`, for a row with further fields. */
  #idWithFields(
    kind: RowKind,
    row: { id: number; model_part: number | null; fields: FieldValues; start_date?: Date | null },
  ): number {
    const partId = this.#toPartId(kind, row);
    this.#further.set(partId, { fields: row.fields, startDate: row.start_date ?? null });
    return partId;
  }

  /** Returns the parts of referenced rows, in their order. */
  #toPartIds(
    kind: RowKind,
    rows: readonly { id: number; model_part: number | null }[],
    ids: readonly (number | null)[],
  ): number[] {
    return rows
      .filter(({ id }) => ids.includes(id))
      .map((row) => this.#toPartId(kind, row))
      .sort((one, other) => one - other);
  }

  #parameter({ name, description, kind, unit, value, model_part }: ParameterRow, index: number) {
    return {
      id: this.#give('parameters', index, model_part),
      name,
      description,
      kind,
      unit,
      minimum: null,
      maximum: null,
      default: value as number | string | null,
    };
  }

  #input(row: InputRow): ModelDefinition['tagAliases'][number] {
    const { type, name, description, keywords, unit, options, mapped_tag_id, mapped_tag_name } = row;
    const calculated = this.#rows.tags.find(({ id }) => id === mapped_tag_id);
    const namePattern = mapped_tag_name === null ? null : this.#tagNamePattern(mapped_tag_name);
    return {
      id: this.#toPartId('tagAliases', row),
      type,
      name,
      description,
      keywords,
      unit,
      options,
      tagNamePattern: calculated ? toTagNamePattern(this.#tagName(calculated)) : namePattern,
    };
  }

  #tagName({ name }: { name: string }): string {
    const prefix = `${this.#twin.unique_id}.`;
    return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : name;
  }

  #tag(row: CalculatedTagRow): ModelDefinition['tags'][number] {
    const { caption, description, keywords, unit, logic } = row;
    const names = new Map<string, string>();
    for (const { name, mapped_tag_id, follows_alias_id } of row.aliases) {
      const input =
        this.#rows.inputs.find(({ id }) => id === follows_alias_id) ??
        this.#rows.inputs.find((one) => one.name === name && one.mapped_tag_id === mapped_tag_id);
      const tag = this.#rows.tags.find(({ id }) => id === mapped_tag_id);
      if (input) names.set(name, input.name);
      else if (tag) names.set(name, this.#tagName(tag));
    }
    return {
      id: this.#toPartId('tags', row),
      name: this.#tagName(row),
      caption,
      description,
      keywords,
      unit,
      logic: replaceAliases(logic, names),
    };
  }

  #mode(row: FailureModeRow): ModelDefinition['failureModes'][number] {
    const { id, name, description, mechanism, cause, pf_interval } = row;
    return {
      id: this.#idWithFields('failureModes', row),
      name,
      description,
      mechanism,
      cause,
      pfInterval: pf_interval,
      probability: toProbability(this.#rows.probabilityOfMode.get(id)),
      consequence: toConsequence(this.#rows.consequenceOfMode.get(id)),
    };
  }

  #activity(row: ActivityRow): ModelDefinition['activities'][number] {
    const { name, description, duration, cost, resource, renews } = row;
    return {
      id: this.#idWithFields('activities', row),
      tagAliasId: this.#toPartIds('tagAliases', this.#rows.inputs, [row.tag_alias_id])[0] ?? null,
      name,
      description,
      duration,
      cost,
      resource,
      renews,
      failureModeIds: this.#toPartIds('failureModes', this.#rows.modes, row.failure_mode_ids),
    };
  }

  #indicator(row: ProtectionRow): ModelIndicator {
    const { name, description, type, active, default_level } = row;
    const { inputs, modes } = this.#rows;
    const set = this.#rows.sets.get(row.id);
    const inputIds = row.aliases.map(({ tag_alias_id }) => tag_alias_id);
    return {
      id: this.#idWithFields('indicators', row),
      name,
      description,
      type,
      active,
      defaultLevel: default_level,
      thresholds: this.#rows.thresholds
        .filter(({ protection_id }) => protection_id === row.id)
        .map((threshold) => this.#threshold(threshold, set)),
      tagAliasIds: this.#toPartIds('tagAliases', inputs, inputIds),
      aliases: row.aliases
        .filter(({ settings }) => Object.keys(settings).length > 0)
        .flatMap(({ tag_alias_id, settings }) =>
          this.#toPartIds('tagAliases', inputs, [tag_alias_id]).map((tagAliasId) => ({
            tagAliasId,
            ...noSetting,
            ...settings,
          })),
        )
        .sort((one, other) => one.tagAliasId - other.tagAliasId),
      failureModeIds: this.#toPartIds('failureModes', modes, row.failure_mode_ids),
      patterns: set ? this.#patterns(set) : null,
    };
  }

  #threshold(row: ThresholdRow, set: PatternSetRow | undefined): ModelIndicator['thresholds'][number] {
    const { name, alias, type, logic, level, log_excursion, on_delay, off_delay, deadband } = row;
    const patterns = new Map((set?.patterns ?? []).map((pattern) => [String(pattern.id), pattern.name]));
    const id = this.#toPartId('thresholds', row);
    this.#actions.set(id, row.actions);
    return {
      id,
      name,
      alias,
      type,
      logic: replacePatterns(logic, patterns),
      level,
      logExcursion: log_excursion,
      onDelay: on_delay,
      offDelay: off_delay,
      deadband,
      actions: row.actions.map((action) => this.#action(action)),
      rationalization: row.rationalization,
    };
  }

  #action({ id: _, ...action }: ThresholdAction): ModelIndicator['thresholds'][number]['actions'][number] {
    if (action.type === 'notify') return action;
    return {
      ...action,
      activityId: this.#toPartIds('activities', this.#rows.activities, [action.activityId])[0] ?? null,
      failureModeIds: this.#toPartIds('failureModes', this.#rows.modes, action.failureModeIds),
    };
  }

  #patterns(set: PatternSetRow): NonNullable<ModelIndicator['patterns']> {
    const { strictness, confidence, step_seconds, condition, most_refused, most_wrong } = set;
    return {
      patterns: set.patterns
        .filter(({ is_default }) => !is_default)
        .map(({ name, color }) => ({ name, color })),
      strictness,
      confidence,
      stepSeconds: step_seconds,
      condition,
      mostRefused: most_refused,
      mostWrong: most_wrong,
      ...this.#trained(set),
    };
  }

  /** Returns the trained model; nothing if one of its inputs or patterns no longer exists. */
  #trained(set: PatternSetRow): { model: string | null; trainedOn: string } {
    const { model, inputs, pattern_ids, evaluation } = set;
    if (model === null || inputs === null || evaluation === null) return { model: null, trainedOn: '' };
    const toInputPart = (aliasId: number) => this.#toPartIds('tagAliases', this.#rows.inputs, [aliasId])[0];
    const names = new Map(this.#rows.inputs.map((row) => [row.name, String(toInputPart(row.id))]));
    const patterns = pattern_ids!.flatMap(
      (patternId) => set.patterns.find(({ id }) => id === patternId)?.name ?? [],
    );
    const parts = inputs.flatMap(({ tagAliasId, ...input }) => {
      const partId = toInputPart(tagAliasId);
      return partId === undefined ? [] : [{ partId, ...input }];
    });
    if (patterns.length < pattern_ids!.length || parts.length < inputs.length) {
      return { model: null, trainedOn: '' };
    }
    const packed = packModel({
      model: model.toString('base64'),
      expected: set.expected?.toString('base64') ?? null,
      stepSeconds: set.trained_step_seconds!,
      windows: set.windows!,
      strictness: set.trained_strictness!,
      condition: renameInputs(set.trained_condition, names),
      inputs: parts,
      patterns,
      bands: set.bands!,
      evaluation: {
        ...evaluation,
        patterns: evaluation.patterns.map(({ patternId: _, ...pattern }) => pattern),
        inputs: evaluation.inputs.flatMap(({ tagAliasId, ...input }) => {
          const partId = toInputPart(tagAliasId);
          return partId === undefined ? [] : [{ partId, ...input }];
        }),
      },
    });
    return { model: packed, trainedOn: set.trained_on ?? this.#twin.asset_name };
  }
}

const noSetting = {
  intervalType: null,
  expectedInterval: null,
  counterInterval: null,
  counterStart: null,
  tolerance: null,
  schedule: 'floating',
} as const;

const toProbability = (row: ProbabilityRow | undefined): ModelDefinition['probability'] =>
  row ? { failureDistributionParameters: row.failure_distribution_parameters, source: '' } : null;

const toConsequence = (row: ConsequenceRow | undefined): ModelDefinition['consequence'] =>
  row ? { value: row.value, description: row.description } : null;
