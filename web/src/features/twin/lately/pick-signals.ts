import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Unit } from '@twinward/contracts/system/unit';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { limitsOfThreshold } from '@twinward/domain/limits';
import { inputUnit } from '../../../shared/units/input-unit.ts';

/** An important signal of a twin. */
export interface PickedSignal {
  /** Name of the input. */
  name: string;
  tagId: number;
  tagName: string | null;
  /** UCUM code of the unit to read. */
  unit: string | null;
  /** The protections whose excursions are shown, most important first. */
  protections: readonly ProtectionSummary[];
}

/** Maximum number of signals. */
const mostSignals = 4;
/** Maximum number of protections whose limits are drawn; more labels would not be readable. */
const mostLimiting = 3;

/** The protections of a signal whose limits are drawn. */
export const listLimiting = ({ protections }: PickedSignal): readonly ProtectionSummary[] =>
  protections.slice(0, mostLimiting);

/**
 * Ranks the signals of a twin with data since a time. Order: inputs of protections in excursion by level (inputs
 * compared by the threshold first), of other active protections, of inactive protections, then others by name.
 *
 * @param protections highest level first
 * @param since epoch milliseconds
 * @returns `picked`: at most four signals, without protections only if no other has data; `all`: the tags of all
 *   signals
 */
export function pickSignals(
  protections: readonly ProtectionSummary[],
  aliases: readonly TagAlias[],
  since: number,
  units: readonly Unit[],
): { picked: PickedSignal[]; all: number[] } {
  const ranked = [...protections].sort((one, other) => toRank(one) - toRank(other));
  const byName = new Map(aliases.map((alias) => [alias.name, alias]));
  const watched = ranked
    .flatMap((protection) => inputNames(protection, units))
    .flatMap((name) => byName.get(name) ?? []);
  const isRecent = ({ type, latestTime }: TagAlias): boolean =>
    type === 'data_point' && latestTime !== null && Date.parse(latestTime) >= since;
  const ordered = distinctTags([...watched, ...aliases].filter(isRecent));
  const watchedTags = new Set(watched.map(({ mappedTagId }) => mappedTagId));
  const important = ordered.filter(({ tagId }) => watchedTags.has(tagId));
  return {
    picked: (important.length > 0 ? important : ordered).slice(0, mostSignals).map((signal) => ({
      ...signal,
      protections: ranked.filter(
        ({ active, inputs }) => active && inputs.some(({ tagId }) => tagId === signal.tagId),
      ),
    })),
    all: ordered.map(({ tagId }) => tagId),
  };
}

/** 0 for a protection in excursion that is not shelved, 1 for another active one, 2 for an inactive one. */
function toRank(protection: ProtectionSummary): number {
  if (!protection.active) return 2;
  return isInExcursion(protection) && protection.shelving === null ? 0 : 1;
}

const isInExcursion = ({ thresholds, drivingThresholdId }: ProtectionSummary): boolean =>
  thresholds.some(({ id }) => id === drivingThresholdId);

/** The names of a protection's inputs. Inputs compared by the driving threshold come first. */
function inputNames(protection: ProtectionSummary, units: readonly Unit[]): string[] {
  const { inputs, drivingThresholdId } = protection;
  const compared =
    drivingThresholdId === null
      ? []
      : limitsOfThreshold(protection, drivingThresholdId, units).map(({ alias }) => alias);
  return [...compared, ...inputs.map(({ alias }) => alias)];
}

/** The first alias of each tag. */
function distinctTags(aliases: readonly TagAlias[]): Omit<PickedSignal, 'protections'>[] {
  const signals = new Map<number, Omit<PickedSignal, 'protections'>>();
  for (const alias of aliases) {
    const { mappedTagId: tagId, mappedTagName: tagName, name } = alias;
    if (tagId !== null && !signals.has(tagId)) {
      signals.set(tagId, { name, tagId, tagName, unit: inputUnit(alias) });
    }
  }
  return [...signals.values()];
}
