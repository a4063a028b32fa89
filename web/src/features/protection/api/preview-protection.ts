import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import type {
  explainProtection,
  ProtectionQuestion,
  previewProtection,
} from '@twinward/contracts/protections/protection-preview';
import { call } from '../../../shared/api/http.ts';
import type { Range } from '../../../ui/chart/range.ts';

/** What the server finds by a definition in a range of more points than a browser should read. */
export const usePreviewOfServer = (
  twinId: number,
  protection: ProtectionDefinition | null,
  { from, to }: Range,
  enabled: boolean,
) =>
  useQuery({
    queryKey: ['preview-points', { twinId, definition: protection, from, to }],
    queryFn: ({ signal }) =>
      call<typeof previewProtection>('POST /api/indicators/preview', {
        body: { twinId, protection: protection!, from, to },
        signal,
      }),
    enabled: enabled && protection !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

/** Why a definition says at a time what it says, by the server. */
export const explainByServer = (body: ProtectionQuestion) =>
  call<typeof explainProtection>('POST /api/indicators/explain', { body });
