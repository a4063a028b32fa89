import type { Excursion } from '@twinward/contracts/protections/protection';
import { DAY } from '@twinward/domain/duration';
import type { LinkTab } from '../../ui/page/link-tabs.tsx';

/** The pages of one twin. */
export const twinTabs = (twinId: number): LinkTab[] => [
  { label: 'Details', to: twinPath(twinId) },
  { label: 'Risk', to: riskPath(twinId) },
  { label: 'Protections', to: `${twinPath(twinId)}/protection` },
  { label: 'Monitor', to: monitorPath(twinId) },
  { label: 'Activities', to: `${twinPath(twinId)}/activities` },
  { label: 'Advisories', to: advisoriesPath(twinId) },
  { label: 'Tags', to: tagsPath(twinId) },
  { label: 'Work', to: workPath(twinId) },
  { label: 'Asset', to: `${twinPath(twinId)}/asset` },
];

export const twinPath = (twinId: number): string => `/apps/twins/${twinId}`;
export const riskPath = (twinId: number): string => `/apps/twins/${twinId}/risk`;
export const monitorPath = (twinId: number): string => `/apps/twins/${twinId}/protections`;
export const workPath = (twinId: number): string => `/apps/twins/${twinId}/work`;
export const advisoriesPath = (twinId: number): string => `/apps/twins/${twinId}/advisories`;
export const advisoryPath = (twinId: number, advisoryId: number): string =>
  `${advisoriesPath(twinId)}/${advisoryId}`;
/** Where a protection is looked at beside all the others. */
export const protectionPath = (protectionId: number): string => `/apps/protections/${protectionId}`;
/** Where a protection is edited. */
export const protectionEditPath = (protectionId: number): string => `/apps/protections/${protectionId}/edit`;
/** Where a protection of a twin is made; as a copy of another, when there is one. */
export const protectionNewPath = (twinId: number, copiedId?: number): string =>
  `/apps/twins/${twinId}/protections/${copiedId === undefined ? 'new' : 'copy'}/edit${copiedId === undefined ? '' : `?copyOf=${copiedId}`}`;
/** Where a protection is tried on what was recorded. */
export const simulationPath = (twinId: number, protectionId: number): string =>
  `/apps/protections/${twinId}/${protectionId}/simulation`;
export const explorePath = (twinId: number, tagId: number): string =>
  `/apps/twins/${twinId}/tags/${tagId}/explore`;

/** Where an excursion is looked at: its twin's Monitor, over the excursion and as long before and after it. */
export function excursionPath({ twinId, start, end }: Pick<Excursion, 'twinId' | 'start' | 'end'>): string {
  const from = Date.parse(start);
  const to = end === null ? from + 7 * DAY : Date.parse(end);
  const around = Math.max(to - from, DAY / 2);
  const range = new URLSearchParams({
    from: new Date(from - around).toISOString(),
    to: new Date(to + around).toISOString(),
  });
  return `${monitorPath(twinId)}?${range}`;
}
/** Where the inputs of a twin get their tags; with a tag at the input that it is behind. */
export const mappingPath = (twinId: number, tagId?: number): string =>
  `/apps/twins/${twinId}/tags/${tagId === undefined ? '' : `${tagId}/`}mapping`;
/** Where the inputs of many twins get their tags. */
export const bulkMappingPath = '/apps/twins/mapping';
export const tagsPath = (twinId: number): string => `/apps/twins/${twinId}/tags`;
/** Where a calculated tag is edited. */
export const calculatedTagPath = (twinId: number, tagId: number): string =>
  `${tagsPath(twinId)}?tag=${tagId}`;
