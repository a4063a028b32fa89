/** A displayed version: 1.2.0. */
export const versionText = ({
  major,
  minor,
  patch,
}: {
  major: number;
  minor: number;
  patch: number;
}): string => `${major}.${minor}.${patch}`;
