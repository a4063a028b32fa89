import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { ProtectionDefinition as SavedDefinition } from '@twinward/contracts/protections/protection';
import { aliasReferences, type ParameterContext, type UnitContext } from '../../language/index.ts';
import type { InputDefinition, InputType, IntervalSettings, ProtectionDefinition } from './definition.ts';

/** An alias of the protection's twin. */
export interface AliasOfTwin {
  readonly id: number;
  readonly name: string;
  readonly type: InputType;
  /** UCUM code of the unit in which values are read. */
  readonly unit?: string | null;
}

type Chosen = Pick<SavedDefinition, 'tagAliasIds' | 'aliases'> & {
  readonly thresholds: readonly { readonly logic: string }[];
};

/** The inputs of a protection: the selected ones, those with settings, and those that its logic refers to. */
export function findInputs<Alias extends AliasOfTwin>(
  { tagAliasIds, aliases, thresholds }: Chosen,
  ofTwin: readonly Alias[],
): Alias[] {
  const ids = new Set([...tagAliasIds, ...aliases.map(({ tagAliasId }) => tagAliasId)]);
  const names = new Set(thresholds.flatMap(({ logic }) => aliasReferences(logic).map(({ name }) => name)));
  return ofTwin.filter(({ id, name }) => ids.has(id) || names.has(name));
}

/** Settings in the form of the engine: unset ones are absent. */
export function toIntervalSettings({ tagAliasId: _, ...setting }: IntervalSetting): IntervalSettings {
  return Object.fromEntries(Object.entries(setting).filter(([, value]) => value !== null));
}

/**
 * Creates a protection in the form of the engine, with thresholds identified by their index. Aliases of points that are
 * not inputs are included, so that errors can suggest them; they do not affect results.
 * @param place data of its twin and plant: the default start date in milliseconds since 1970; the out-of-service time;
 *   and the plant's time zone, without which the definition can only be checked
 */
export function createDefinition(
  protection: SavedDefinition,
  ofTwin: readonly AliasOfTwin[],
  {
    startDate,
    endDate,
    timeZone,
    parameters,
    units,
  }: {
    startDate: number | null;
    endDate?: number | null;
    timeZone?: string;
    parameters?: readonly ParameterContext[] | undefined;
    units?: readonly UnitContext[] | undefined;
  },
): ProtectionDefinition {
  const chosen = new Set(findInputs(protection, ofTwin));
  const settings = new Map(protection.aliases.map((setting) => [setting.tagAliasId, setting]));
  return {
    type: protection.type,
    startDate: protection.startDate === null ? (startDate ?? undefined) : Date.parse(protection.startDate),
    ...(endDate == null ? {} : { endDate }),
    ...(timeZone === undefined ? {} : { timeZone }),
    defaultLevel: protection.defaultLevel,
    thresholds: protection.thresholds.map((threshold, index) => ({
      ...threshold,
      id: String(index),
      alias: threshold.alias ?? undefined,
    })),
    inputs: ofTwin
      .filter((alias) => chosen.has(alias) || alias.type === 'data_point')
      .map(({ id, name, type, unit }): InputDefinition => {
        const setting = settings.get(id);
        return { alias: name, type, settings: setting && toIntervalSettings(setting), unit };
      }),
    ...(parameters === undefined ? {} : { parameters }),
    units,
  };
}
