import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type {
  applyMapping,
  listMappings,
  MappingOutcome,
  MappingRequest,
  previewMapping,
  undoMapping,
} from '@twinward/contracts/twins/mapping';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const mappingsPerPage = 50;

/** A page of what a command maps or would map; asked for anew as the command goes on. */
export const useMappings = (
  commandId: string,
  { outcome, page, progress }: { outcome: MappingOutcome | null; page: number; progress: string },
) =>
  useApiListQuery<typeof listMappings>(
    ['mappings', { commandId, outcome, page, progress }],
    'GET /api/tag-aliases/mappings/:commandId',
    {
      params: { commandId },
      query: {
        'page-number': page,
        'page-size': mappingsPerPage,
        ...(outcome === null ? {} : { outcome }),
      },
    },
    { placeholderData: keepPreviousData },
  );

/** Looks for tags for the unmapped inputs of twins; changes nothing. */
export const useStartPreview = () =>
  useMutation({
    mutationFn: (body: MappingRequest) =>
      call<typeof previewMapping>('POST /api/tag-aliases/mappings', { body }),
  });

/** Maps what a preview has proposed, but for some inputs. */
export const useApplyMapping = (commandId: string) =>
  useMutation({
    mutationFn: (exceptAliasIds: number[]) =>
      call<typeof applyMapping>('POST /api/tag-aliases/mappings/:commandId/apply', {
        params: { commandId },
        body: { exceptAliasIds },
      }),
  });

/** Takes back all that a command has mapped. */
export const useUndoMapping = (commandId: string) =>
  useMutation({
    mutationFn: () =>
      call<typeof undoMapping>('POST /api/tag-aliases/mappings/:commandId/undo', { params: { commandId } }),
  });
