import { mdiPaperclip } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import type { attachmentTypes } from '@twinward/contracts/advisories/advisory-attachment';
import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';

/** Same as in the contract; duplicated to keep its schemas out of the bundle. */
const endings: readonly (keyof typeof attachmentTypes)[] = [
  'csv',
  'docx',
  'gif',
  'jpeg',
  'jpg',
  'pdf',
  'png',
  'pptx',
  'txt',
  'webp',
  'xlsx',
  'zip',
];

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${formatCount(Math.ceil(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

interface Attachment {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  createdAt: string;
}

/** The used part of a mutation. */
interface Change<Input> {
  mutate: (input: Input, options?: { onSettled: () => void }) => void;
  isPending: boolean;
  error: unknown;
}

/** The files of a record: download, add and remove. */
export function AttachmentSection({
  title = 'Files',
  attachments,
  mayWrite,
  attach,
  detach,
  download,
}: {
  title?: string;
  attachments: readonly Attachment[];
  mayWrite: boolean;
  attach: Change<File>;
  /** Takes the id of the file. */
  detach: Change<number>;
  download: Change<{ attachmentId: number; name: string }>;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [removed, setRemoved] = useState<Attachment | null>(null);
  const failure = attach.error ?? detach.error ?? download.error;
  return (
    <Section
      title={title}
      aside={
        mayWrite ? (
          <Button
            startIcon={<Icon path={mdiPaperclip} />}
            loading={attach.isPending}
            {...(title === 'Files' ? {} : { 'aria-label': `Attach to ${title}` })}
            onClick={() => input.current?.click()}
          >
            Attach
          </Button>
        ) : null
      }
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={title === 'Files' ? 'File to attach' : `File to attach to ${title}`}
        accept={endings.map((ending) => `.${ending}`).join()}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) attach.mutate(file);
          event.target.value = '';
        }}
      />
      <ErrorState error={failure} fallback="The file could not be sent." />
      {attachments.length === 0 ? (
        <Muted>No files.</Muted>
      ) : (
        <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0, fontSize: '0.8125rem' }}>
          {attachments.map((attachment) => (
            <Box
              key={attachment.id}
              component="li"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 3,
                py: 0.5,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Link
                component="button"
                type="button"
                underline="hover"
                onClick={() => download.mutate({ attachmentId: attachment.id, name: attachment.name })}
                sx={{ textAlign: 'left', overflowWrap: 'anywhere', fontSize: 'inherit' }}
              >
                {attachment.name}
              </Link>
              <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', whiteSpace: 'nowrap' }}>
                {formatSize(attachment.size)}, <Time value={attachment.createdAt} />
              </Box>
              {mayWrite ? (
                <ActionsMenu
                  label={`Actions for ${attachment.name}`}
                  actions={[{ label: 'Remove', onChoose: () => setRemoved(attachment) }]}
                />
              ) : null}
            </Box>
          ))}
        </Box>
      )}
      {removed === null ? null : (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          yes="Remove"
          zIndex={1400}
          busy={detach.isPending}
          onYes={() => detach.mutate(removed.id, { onSettled: () => setRemoved(null) })}
          onNo={() => setRemoved(null)}
        >
          This cannot be undone.
        </ConfirmDialog>
      )}
    </Section>
  );
}
