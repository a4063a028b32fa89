import type { PartDifference, VersionLevel } from '@twinward/contracts/library/twin-model';

/**
 * Returns the level of a version by its changes. Major: a part is removed or renamed; minor: a part is added; patch:
 * other changes.
 */
export function versionLevel(differences: readonly PartDifference[]): VersionLevel {
  const isRenamed = ({ kind, fields }: PartDifference) =>
    kind !== null && fields.some(({ field }) => field === 'name');
  if (differences.some((one) => one.change === 'removed' || isRenamed(one))) return 'major';
  return differences.some(({ change }) => change === 'added') ? 'minor' : 'patch';
}

interface VersionNumber {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/**
 * Returns the number of the next version.
 * @param newest the newest published version; null: the next is 1.0.0
 */
export function nextVersion(newest: VersionNumber | null, level: VersionLevel): VersionNumber {
  if (newest === null) return { major: 1, minor: 0, patch: 0 };
  const { major, minor, patch } = newest;
  if (level === 'major') return { major: major + 1, minor: 0, patch: 0 };
  if (level === 'minor') return { major, minor: minor + 1, patch: 0 };
  return { major, minor, patch: patch + 1 };
}
