import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { ProtectionDefinition as SavedDefinition } from '@twinward/contracts/protections/protection';
import { aliasReferences } from '../../language/index.ts';
import type { InputDefinition, InputType, IntervalSettings, ProtectionDefinition } from './definition.ts';

/** An alias of the twin whose protection it is. */
export interface AliasOfTwin {
  readonly id: number;
  readonly name: string;
  readonly type: InputType;
}

type Chosen = Pick<SavedDefinition, 'tagAliasIds' | 'aliases'> & {
  readonly thresholds: readonly { readonly logic: string }[];
};

/** The inputs of a protection: those chosen, those with settings, and those that its logic names. */
export function inputsOf<Alias extends AliasOfTwin>(
  { tagAliasIds, aliases, thresholds }: Chosen,
  ofTwin: readonly Alias[],
): Alias[] {
  const ids = new Set([...tagAliasIds, ...aliases.map(({ tagAliasId }) => tagAliasId)]);
  const names = new Set(thresholds.flatMap(({ logic }) => aliasReferences(logic).map(({ name }) => name)));
  return ofTwin.filter(({ id, name }) => ids.has(id) || names.has(name));
}

/** Settings as the engine takes them: what is not set is absent. */
export function settingsOf({ tagAliasId: _, ...setting }: IntervalSetting): IntervalSettings {
  return Object.fromEntries(Object.entries(setting).filter(([, value]) => value !== null));
}

/**
 * A protection as the engine takes it, its thresholds named by their index. Aliases of points that are no input of it
 * are there too, so that an error can suggest one; they change no answer.
 *
 * @param place of its twin: the start date in milliseconds since 1970, for a protection that has none of its own; the time
 * from which on it is out of service; and the time zone of the plant, without which the definition can only be checked
 */
export function definitionOf(
  protection: SavedDefinition,
  ofTwin: readonly AliasOfTwin[],
  { startDate, endDate, timeZone }: { startDate: number | null; endDate?: number | null; timeZone?: string },
): ProtectionDefinition {
  const chosen = new Set(inputsOf(protection, ofTwin));
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
      .map(({ id, name, type }): InputDefinition => {
        const setting = settings.get(id);
        return { alias: name, type, settings: setting && settingsOf(setting) };
      }),
  };
}
