/** What can be turned on in one browser before everybody has it. */
export const flags = ['demoClear', 'sdx'] as const;
export type Flag = (typeof flags)[number];

const key = 'twinward.flags';

/** The flags that are turned on: kept as a list with commas; names that are none are passed over. */
export function readFlags(): Flag[] {
  const names = (localStorage.getItem(key) ?? '').split(',').map((name) => name.trim());
  return flags.filter((flag) => names.includes(flag));
}
