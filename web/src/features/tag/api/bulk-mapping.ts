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

/** A page of the mappings of a command. Updated while the command runs. */
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

/** Starts a command that finds tags for the unmapped inputs of twins. Changes nothing. */
export const useStartPreview = () =>
  useMutation({
    mutationFn: (body: MappingRequest) =>
      call<typeof previewMapping>('POST /api/tag-aliases/mappings', { body }),
  });

/** Applies a preview, except for some inputs. */
export const useApplyMapping = (commandId: string) =>
  useMutation({
    mutationFn: (exceptAliasIds: number[]) =>
      call<typeof applyMapping>('POST /api/tag-aliases/mappings/:commandId/apply', {
        params: { commandId },
        body: { exceptAliasIds },
      }),
  });

/** Undoes the mappings of a command. */
export const useUndoMapping = (commandId: string) =>
  useMutation({
    mutationFn: () =>
      call<typeof undoMapping>('POST /api/tag-aliases/mappings/:commandId/undo', { params: { commandId } }),
  });
