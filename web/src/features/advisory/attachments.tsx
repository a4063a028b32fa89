import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { ReactNode } from 'react';
import { AttachmentSection } from '../../shared/attachment/attachment-section.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { useAttach, useDetach, useDownload } from './api/advisories.ts';

/** The attachments of an advisory. */
export const Attachments = ({ advisory: { id, attachments } }: { advisory: Advisory }): ReactNode => (
  <AttachmentSection
    attachments={attachments}
    mayWrite={useAccess('write:advisory')}
    attach={useAttach(id)}
    detach={useDetach(id)}
    download={useDownload(id)}
  />
);
