import type { NewProtection } from '@twinward/contracts/protections/protection';
import { type ThresholdChange, thresholdChange } from '@twinward/contracts/protections/threshold';
import { activityThresholds, findInputs, toIntervalSettings } from '@twinward/domain/evaluation';
import type { AliasRow } from './check.ts';

/** Returns the initial thresholds of a new protection: Due and Overdue for an activity protection, by its settings. */
export function firstThresholds(protection: NewProtection, ofTwin: readonly AliasRow[]): ThresholdChange[] {
  if (protection.type !== 'activity') return [];
  const settings = new Map(protection.aliases.map((setting) => [setting.tagAliasId, setting]));
  const inputs = findInputs({ ...protection, thresholds: [] }, ofTwin).map(({ id, name, type }) => {
    const setting = settings.get(id);
    return { alias: name, type, settings: setting && toIntervalSettings(setting) };
  });
  return activityThresholds(inputs).map((threshold) => thresholdChange.parse(threshold));
}
