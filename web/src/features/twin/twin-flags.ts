import type { Twin, TwinFlag } from '@twinward/contracts/twins/twin';

type Flagged = Pick<Twin, 'startDate' | 'active' | 'missionTime'>;

/** Returns the flags of changed fields for a save request. */
export function dirtyFlags(before: Flagged, now: Partial<Flagged>): TwinFlag[] {
  const flags: TwinFlag[] = [];
  if (now.startDate !== undefined && now.startDate !== before.startDate) flags.push('start_date-dirty');
  if (now.active !== undefined && now.active !== before.active) flags.push('active-dirty');
  if (now.missionTime !== undefined && now.missionTime !== before.missionTime) {
    flags.push('mission_time-dirty');
  }
  return flags;
}
