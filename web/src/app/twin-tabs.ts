import type { LinkTab } from '../ui/link-tabs.tsx';
import { routes } from './routes.tsx';

const facets = [
  ['Summary', '/apps/twins/:id'],
  ['Monitor', '/apps/twins/:id/protections'],
] as const;

/** The pages of one twin. */
export const twinTabs = (twinId: number): LinkTab[] =>
  facets
    .filter(([, path]) => routes.some((entry) => entry.path === path))
    .map(([label, path]) => ({ label, to: path.replace(':id', String(twinId)) }));

export const twinPath = (twinId: number): string => `/apps/twins/${twinId}`;
export const monitorPath = (twinId: number): string => `/apps/twins/${twinId}/protections`;
export const explorePath = (twinId: number, tagId: number): string =>
  `/apps/twins/${twinId}/tags/${tagId}/explore`;
