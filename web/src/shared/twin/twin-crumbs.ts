import { monitorPath, tagsPath, twinPath } from '../address/paths.ts';

export const twinsCrumb = { label: 'Twins', to: '/apps/twins' };

/** The way to a page of a twin. @param name undefined while it is loading */
export const twinCrumbs = (twinId: number, name: string | undefined) => [
  twinsCrumb,
  { label: name ?? 'Twin', to: twinPath(twinId) },
];

export const monitorCrumbs = (twinId: number, name: string | undefined) => [
  ...twinCrumbs(twinId, name),
  { label: 'Monitor', to: monitorPath(twinId) },
];

export const tagsCrumbs = (twinId: number, name: string | undefined) => [
  ...twinCrumbs(twinId, name),
  { label: 'Tags', to: tagsPath(twinId) },
];
