import type { Excursion } from '@twinward/contracts/protections/protection';
import { DAY } from '@twinward/domain/duration';
import { excursionPath as pathOfExcursion } from '@twinward/domain/excursion-path';
import type { LinkTab } from '../../ui/page/link-tabs.tsx';

/** The paths of one twin. */
export const twinTabs = (twinId: number): LinkTab[] => [
  { label: 'Details', to: twinPath(twinId) },
  { label: 'Risk', to: riskPath(twinId) },
  { label: 'Protections', to: coveragePath(twinId) },
  { label: 'Monitor', to: monitorPath(twinId) },
  { label: 'Activities', to: `${twinPath(twinId)}/activities` },
  { label: 'Advisories', to: advisoriesPath(twinId) },
  { label: 'Tags', to: tagsPath(twinId) },
  { label: 'Work', to: workPath(twinId) },
  { label: 'Asset', to: `${twinPath(twinId)}/asset` },
];

export const dashboardPath = (id: string): string => `/dashboard?id=${id}`;
export const twinPath = (twinId: number): string => `/apps/twins/${twinId}`;
export const riskPath = (twinId: number): string => `/apps/twins/${twinId}/risk`;
export const monitorPath = (twinId: number): string => `/apps/twins/${twinId}/protections`;
export const workPath = (twinId: number): string => `/apps/twins/${twinId}/work`;
export const advisoriesPath = (twinId: number): string => `/apps/twins/${twinId}/advisories`;
export const advisoryPath = (twinId: number, advisoryId: number): string =>
  `${advisoriesPath(twinId)}/${advisoryId}`;
/** A protection in the list of all protections. */
export const protectionPath = (protectionId: number): string => `/apps/protections/${protectionId}`;
/** The editor of a protection. */
export const protectionEditPath = (protectionId: number): string => `/apps/protections/${protectionId}/edit`;
/** The training of a pattern protection. */
export const trainPath = (protectionId: number): string => `/apps/protections/${protectionId}/train`;
/** The step-by-step training of a pattern protection. */
export const guidePath = (protectionId: number): string => `/apps/protections/${protectionId}/train2`;
/** The editor of a new pattern protection of a twin. */
export const patternProtectionNewPath = (twinId: number): string =>
  `${protectionNewPath(twinId)}?type=pattern`;
/** The editor of a new protection of a twin, optionally as a copy. */
export const protectionNewPath = (twinId: number, copiedId?: number): string =>
  `/apps/twins/${twinId}/protections/${copiedId === undefined ? 'new' : 'copy'}/edit${copiedId === undefined ? '' : `?copyOf=${copiedId}`}`;
/** Suggested rules for a signal of a twin. */
export const suggestRulePath = (twinId: number): string => `/apps/twins/${twinId}/protections/suggest`;
/** The editor of a new protection against a failure mode of a twin. */
export const protectionAgainstPath = (twinId: number, failureModeId: number): string =>
  `${protectionNewPath(twinId)}?against=${failureModeId}`;
/** The failure modes of the plant without an active protection. */
export const unprotectedPath = '/apps/unprotected';
/** The protections of the failure modes of a twin. */
export const coveragePath = (twinId: number): string => `/apps/twins/${twinId}/protection`;
/** The simulation of a protection. */
export const simulationPath = (twinId: number, protectionId: number): string =>
  `/apps/protections/${twinId}/${protectionId}/simulation`;
/** Maximum number of tags on the explore page, for readability. */
export const mostExplored = 8;
/** @param others further tags to show */
export const explorePath = (twinId: number, tagId: number, others: readonly number[] = []): string =>
  `/apps/twins/${twinId}/tags/${tagId}/explore${others.length > 0 ? `?with=${others.join()}` : ''}`;

/** An excursion in its twin's Monitor; the first week of an open one. */
export function excursionPath({ twinId, start, end }: Pick<Excursion, 'twinId' | 'start' | 'end'>): string {
  const from = Date.parse(start);
  return pathOfExcursion({ twinId, start: from, end: end === null ? from + 7 * DAY : Date.parse(end) });
}
/** The mapping of a twin's inputs; with a tag, starting at its input. */
export const mappingPath = (twinId: number, tagId?: number): string =>
  `/apps/twins/${twinId}/tags/${tagId === undefined ? '' : `${tagId}/`}mapping`;
/** The mapping of the inputs of many twins. */
export const bulkMappingPath = '/apps/twins/mapping';
export const tagsPath = (twinId: number): string => `/apps/twins/${twinId}/tags`;
/** The editor of a calculated tag. */
export const calculatedTagPath = (twinId: number, tagId: number): string =>
  `${tagsPath(twinId)}?tag=${tagId}`;
/** Inputs whose unit an upgrade replaced. */
export const unitReviewsPath = '/settings/unit-reviews';

/** The URL fragment of the assets of a risk analysis. */
export const assetsAnchor = 'assets';

/** The assets of a risk analysis, with filters of their list. */
export const analysisAssetsPath = (analysisId: number, filters: Record<string, string>): string =>
  `/apps/riskanalyses/${analysisId}?${new URLSearchParams(filters)}#${assetsAnchor}`;
