import type {
  applyMapping,
  listMappings,
  MappingOutcome,
  previewMapping,
  undoMapping,
} from '@twinward/contracts/twins/mapping';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage } from '../../../shared/api/api-query.ts';

export const mappingsPerPage = 50;

/** A page of the mappings of a command. Updated while the command runs. */
export const useMappings = (
  commandId: string,
  { outcome, page, progress }: { outcome: MappingOutcome | null; page: number; progress: string },
) =>
  useApiPage<typeof listMappings>(
    ['mappings', { commandId, outcome, page, progress }],
    'GET /api/tag-aliases/mappings/:commandId',
    {
      page,
      pageSize: mappingsPerPage,
      params: { commandId },
      query: { ...(outcome === null ? {} : { outcome }) },
    },
  );

/** Starts a command that finds tags for the unmapped inputs of twins. Changes nothing. */
export const useStartPreview = () => useApiMutation<typeof previewMapping>('POST /api/tag-aliases/mappings');

/** Applies a preview, except for some inputs. */
export const useApplyMapping = (commandId: string) =>
  useApiMutation<typeof applyMapping, number[]>('POST /api/tag-aliases/mappings/:commandId/apply', {
    toCall: (exceptAliasIds) => ({ params: { commandId }, body: { exceptAliasIds } }),
  });

/** Undoes the mappings of a command. */
export const useUndoMapping = (commandId: string) =>
  useApiMutation<typeof undoMapping>('POST /api/tag-aliases/mappings/:commandId/undo', {
    params: { commandId },
  });
