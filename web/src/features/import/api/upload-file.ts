import type { commandReference } from '@twinward/contracts/core/command';
import type { ColumnsOption, ImportOptions, importPoints } from '@twinward/contracts/signals/import';
import type { z } from 'zod';
import { withBasePath } from '../../../shared/address/base-path.ts';
import { ApiError, explainStatus } from '../../../shared/api/api-error.ts';
import { sessionHeaderValues } from '../../../shared/api/http.ts';

export interface Upload {
  file: File;
  options: ImportOptions;
  columns: ColumnsOption;
}

const path: (typeof importPoints)['path'] = '/api/imports';

/**
 * Uploads a file of points, with the form fields before the file as the server requires. Uses XMLHttpRequest, since
 * `fetch` reports no upload progress.
 *
 * @param onProgress receives the fraction sent, 0 to 1
 * @returns the id of the import's command; rejects with an ApiError, or an AbortError if aborted
 */
export function uploadFile(
  { file, options, columns }: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  for (const [role, heading] of Object.entries(columns)) form.append(`${role}Column`, heading);
  form.append('file', file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', withBasePath(path));
    for (const [name, value] of Object.entries(sessionHeaderValues())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status === 202) resolve((body as z.infer<typeof commandReference>).commandId);
      else reject(new ApiError(request.status, { ...explainStatus(request.status), ...body }));
    };
    request.onerror = () =>
      reject(
        new ApiError(0, {
          title: 'No connection',
          message:
            'The upload failed because the server could not be reached or refused the file. Please retry.',
        }),
      );
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function parse(text: string): object {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
