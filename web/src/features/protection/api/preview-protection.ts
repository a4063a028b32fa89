import { keepPreviousData } from '@tanstack/react-query';
import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import type {
  explainProtection,
  ProtectionQuestion,
  previewProtection,
} from '@twinward/contracts/protections/protection-preview';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import type { Range } from '../../../ui/chart/range.ts';

/** Evaluates a definition on the server, for ranges with too many points for a browser and for models. */
export const usePreviewOfServer = (
  { twinId, indicatorId }: { twinId: number; indicatorId: number | undefined },
  protection: ProtectionDefinition | null,
  { from, to }: Range,
  enabled: boolean,
) =>
  useApiQuery<typeof previewProtection>(
    ['preview-points', { twinId, indicatorId, definition: protection, from, to }],
    'POST /api/indicators/preview',
    { body: { twinId, indicatorId, protection: protection!, from, to } },
    {
      enabled: enabled && protection !== null,
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
    },
  );

/** Explains the state of a definition at a time, on the server. */
export const explainByServer = (body: ProtectionQuestion) =>
  call<typeof explainProtection>('POST /api/indicators/explain', { body });
