import Box from '@mui/material/Box';
import type { RecordAttachment } from '@twinward/contracts/records/record-attachment';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import { AttachmentSection } from '../../shared/attachment/attachment-section.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { type RecordKey, useAttach, useDetach, useDownload, useRecordFiles } from './api.ts';

/** The files of a record: those of each field of kind attachment, and those of the record itself. */
export function RecordFiles({ type, record }: { type: RecordType; record: RecordKey }): ReactNode {
  const fields = type.fields.filter(({ kind }) => kind === 'attachment');
  return (
    <Loaded query={useRecordFiles(record)} rows={4} fallback="The files could not be loaded.">
      {(files) => {
        const shown = fields.filter(
          ({ name, deprecated }) => !deprecated || files.some(({ field }) => field === name),
        );
        return (
          <Box sx={{ display: 'grid', rowGap: 5, maxWidth: 880 }}>
            {shown.map(({ name, caption, deprecated }) => (
              <FilesOf
                key={name}
                title={caption}
                field={name}
                files={files}
                record={record}
                mayWrite={type.mayWrite && !deprecated}
              />
            ))}
            <FilesOf title="Files" field={null} files={files} record={record} mayWrite={type.mayWrite} />
          </Box>
        );
      }}
    </Loaded>
  );
}

const FilesOf = ({
  title,
  field,
  files,
  record,
  mayWrite,
}: {
  title: string;
  /** Null: of the record itself. */
  field: string | null;
  files: readonly RecordAttachment[];
  record: RecordKey;
  mayWrite: boolean;
}): ReactNode => (
  <AttachmentSection
    title={title}
    attachments={files.filter((file) => file.field === field)}
    mayWrite={mayWrite}
    attach={useAttach(record, field)}
    detach={useDetach(record)}
    download={useDownload(record)}
  />
);
