import Box from '@mui/material/Box';
import type { RecordAttachment } from '@twinward/contracts/records/record-attachment';
import type { RecordType, SystemType } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useRecordType } from '../api/queries/use-record-type.ts';
import type { RecordKey } from '../record/record-key.ts';
import { AttachmentSection } from './attachment-section.tsx';
import { useAttach, useDetach, useDownload, useRecordFiles } from './record-files-api.ts';

/** The files in attachment fields of a record of a system type. Renders nothing without such fields. */
export function FurtherFiles({ type: name, id }: { type: SystemType; id: number }): ReactNode {
  const type = useRecordType(name).data;
  if (!type?.fields.some(({ kind }) => kind === 'attachment')) return null;
  return <RecordFiles type={type} record={{ type: name, id }} />;
}

/** The files of a record: those of its attachment fields and, for custom types, those of the record itself. */
export function RecordFiles({ type, record }: { type: RecordType; record: RecordKey }): ReactNode {
  const fields = type.fields.filter(({ kind }) => kind === 'attachment');
  return (
    <Loaded query={useRecordFiles(record)} rows={fields.length + 1} fallback="The files could not be loaded.">
      {(files) => {
        const shown = fields.filter(
          ({ name, deprecated }) => !deprecated || files.some(({ field }) => field === name),
        );
        return (
          <Box sx={{ display: 'grid', rowGap: 5, maxWidth: 880 }}>
            {shown.map(({ name, caption, deprecated }) => (
              <FieldFiles
                key={name}
                title={caption}
                field={name}
                files={files}
                record={record}
                mayWrite={type.mayWrite && !deprecated}
              />
            ))}
            {type.isSystem ? null : (
              <FieldFiles title="Files" field={null} files={files} record={record} mayWrite={type.mayWrite} />
            )}
          </Box>
        );
      }}
    </Loaded>
  );
}

const FieldFiles = ({
  title,
  field,
  files,
  record,
  mayWrite,
}: {
  title: string;
  /** Null for the record itself. */
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
