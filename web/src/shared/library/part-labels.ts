import type { PartKind } from '@twinward/contracts/library/definition';
import { durationToDays } from '@twinward/domain/duration';
import { formatDuration } from '../../ui/format/format.ts';

export const partLabels: Record<PartKind, string> = {
  parameters: 'Parameter',
  tagAliases: 'Input',
  tags: 'Calculated tag',
  failureModes: 'Failure mode',
  activities: 'Activity',
  indicators: 'Protection',
  thresholds: 'Threshold',
};

const fieldLabels: Readonly<Record<string, string>> = {
  missionTime: 'Mission time',
  tagNamePattern: 'Tag name pattern',
  pfInterval: 'P-F interval',
  tagAliasId: 'Work is recorded under',
  tagAliasIds: 'Inputs',
  aliases: 'Intervals',
  failureModeIds: 'Failure modes',
  defaultLevel: 'Default level',
  logExcursion: 'Keep excursions',
  onDelay: 'On-delay',
  offDelay: 'Off-delay',
  rationalization: 'Cause and response',
  uomId: 'Unit',
};

/** The label of a field of a part: `defaultLevel` becomes 'Default level'. */
export const fieldLabel = (field: string): string => {
  const known = fieldLabels[field];
  if (known !== undefined) return known;
  const words = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A value of a field as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return isDuration(value) ? formatDuration(value) : value;
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(valueText).join(', ');
  return Object.entries(value)
    .filter(([name, each]) => name !== 'id' && each !== null && each !== '')
    .map(([name, each]) => `${fieldLabel(name)}: ${valueText(each)}`)
    .join('; ');
}

const isDuration = (text: string): boolean => {
  if (!/^P(?=.)[\dYMWDTHS.]+$/.test(text)) return false;
  try {
    return Number.isFinite(durationToDays(text));
  } catch {
    return false;
  }
};
