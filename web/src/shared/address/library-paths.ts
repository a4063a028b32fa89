export const libraryPath = '/apps/library';
/** The models shared by other installations. */
export const remoteModelsPath = `${libraryPath}/remote`;
export const modelsPath = `${libraryPath}/twin-models`;

/** A model at a version; by default, its draft or newest version. */
export const modelPath = (modelId: number, versionId?: number): string =>
  withVersion(`${modelsPath}/${modelId}`, versionId);

/** The pages of a model. */
export const modelPages = ['details', 'risk', 'protection', 'activities', 'tags', 'performance'] as const;
export type ModelPage = (typeof modelPages)[number];

/** @param part the id of a part to open */
export const modelPagePath = (
  modelId: number,
  page: ModelPage,
  { versionId, part }: { versionId?: number | undefined; part?: number | 'new' | undefined } = {},
): string => {
  const path = withVersion(`${modelsPath}/${modelId}/${page}`, versionId);
  return part === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}part=${part}`;
};

const withVersion = (path: string, versionId: number | undefined): string =>
  versionId === undefined ? path : `${path}?version=${versionId}`;

/** The page that applies a model to assets; with a command, its preview or result. */
export const placementPath = (modelId: number, commandId?: string): string =>
  `${modelsPath}/${modelId}/assets${commandId === undefined ? '' : `?command=${commandId}`}`;

/** The page that upgrades twins to another version of their model; with a command, its preview or result. */
export const upgradePath = (modelId: number, commandId?: string): string =>
  `${modelsPath}/${modelId}/upgrade${commandId === undefined ? '' : `?command=${commandId}`}`;

/** The dialog that creates a model; with a twin, from its parts. */
export const newModelPath = (of?: { twinId: number; name: string }): string =>
  `${modelsPath}?${new URLSearchParams({ new: '', ...(of === undefined ? {} : { twin: String(of.twinId), name: of.name }) })}`;
