import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Unit } from '@twinward/contracts/system/unit';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { limitsOfThreshold } from '@twinward/domain/limits';
import { inputUnit } from '../../../shared/units/input-unit.ts';

/** A signal that tells what happened to a twin. */
export interface PickedSignal {
  /** Of the input. */
  name: string;
  tagId: number;
  tagName: string | null;
  /** UCUM code of the unit in which it is read. */
  unit: string | null;
  /** Whose excursions it shows, the most important one first. */
  protections: readonly ProtectionSummary[];
}

/** At most so many signals are drawn. */
const mostSignals = 4;
/** At most the limits of so many protections are drawn: the labels of more could not be told apart. */
const mostLimiting = 3;

/** The protections of a signal whose limits are drawn. */
export const limitingOf = ({ protections }: PickedSignal): readonly ProtectionSummary[] =>
  protections.slice(0, mostLimiting);

/**
 * The signals of a twin that have data since a time, the most important first: inputs of protections in excursion by
 * level, those that the threshold compares before the others; inputs of other active protections; of inactive ones;
 * others by name.
 *
 * @param protections the highest level first
 * @param since epoch milliseconds
 * @returns `picked` are at most four, and without protection only where no other has data; `all` are the tags of all
 */
export function pickSignals(
  protections: readonly ProtectionSummary[],
  aliases: readonly TagAlias[],
  since: number,
  units: readonly Unit[],
): { picked: PickedSignal[]; all: number[] } {
  const ranked = [...protections].sort((one, other) => rankOf(one) - rankOf(other));
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

/** 0 for a protection in excursion, 1 for another active one, 2 for an inactive one. A shelved one does not come first. */
function rankOf(protection: ProtectionSummary): number {
  if (!protection.active) return 2;
  return isInExcursion(protection) && protection.shelving === null ? 0 : 1;
}

const isInExcursion = ({ thresholds, drivingThresholdId }: ProtectionSummary): boolean =>
  thresholds.some(({ id }) => id === drivingThresholdId);

/** The names of a protection's inputs, those that the driving threshold compares first. */
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
