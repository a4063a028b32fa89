/**
 * Flags that can be enabled per browser. `demoClear`: also offers 'Clear demo data' beside the title of the system
 * page. `sdx`: shows experimental features.
 */
export const flags = ['demoClear', 'sdx'] as const;
export type Flag = (typeof flags)[number];

const key = 'twinward.flags';

/** The enabled flags, stored as a comma-separated list; unknown names are ignored. */
export function readFlags(): Flag[] {
  const names = (localStorage.getItem(key) ?? '').split(',').map((name) => name.trim());
  return flags.filter((flag) => names.includes(flag));
}

export const hasFlag = (flag: Flag): boolean => readFlags().includes(flag);
