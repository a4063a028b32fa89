import { useMutation } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { exportAudit } from '@twinward/contracts/system/audit';
import { send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';

/** Downloads all pages of the audit trail as a file. */
export const useExportAudit = () =>
  useMutation({
    mutationFn: async ({ body, format }: { body: ListBody; format: 'csv' | 'xlsx' }) =>
      saveFile(
        await send<typeof exportAudit>('POST /api/audit/export', { query: { format }, body }),
        `Audit trail.${format}`,
      ),
  });
