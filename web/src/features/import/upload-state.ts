import { useSyncExternalStore } from 'react';
import { type Upload, uploadFile } from './api/upload-file.ts';

/** The upload of this tab, whether or not the dialog is open. */
export type UploadState =
  | { status: 'none' }
  | { status: 'uploading'; fileName: string; share: number; cancel(): void }
  | { status: 'failed'; error: unknown }
  | { status: 'sent'; commandId: string };

const none: UploadState = { status: 'none' };
let state: UploadState = none;
const listeners = new Set<() => void>();

function set(next: UploadState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Makes the browser ask before it leaves the page during an upload. */
const guard = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Starts an upload; `useUpload` returns its progress. */
export async function startUpload(upload: Upload, send: typeof uploadFile = uploadFile): Promise<void> {
  const controller = new AbortController();
  const report = (share: number) =>
    set({ status: 'uploading', fileName: upload.file.name, share, cancel: () => controller.abort() });
  report(0);
  window.addEventListener('beforeunload', guard);
  try {
    set({ status: 'sent', commandId: await send(upload, report, controller.signal) });
  } catch (error) {
    set(controller.signal.aborted ? none : { status: 'failed', error });
  } finally {
    window.removeEventListener('beforeunload', guard);
  }
}

/** Resets the state for a new import. */
export const clearUpload = (): void => set(none);

/** Forgets a failed upload, with its error. */
export function clearFailedUpload(): void {
  if (state.status === 'failed') clearUpload();
}

export const useUpload = (): UploadState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
