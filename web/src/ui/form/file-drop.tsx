import { mdiFileUploadOutline } from '@mdi/js';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { formatCount } from '../format/format.ts';
import { Icon } from '../page/icon.tsx';

/** File types of tables, the default for imports. */
const tables = '.csv,.tsv,.txt,.xlsx,.gz';

/** A field to choose a file or drop it. */
export function FileDrop({
  label,
  file,
  accept = tables,
  onFile,
}: {
  /** Accessible name. */
  label: string;
  file: File | null;
  /** Accepted file extensions, separated by commas. */
  accept?: string;
  onFile(file: File): void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onFile(dropped);
  };
  return (
    <>
      <ButtonBase
        autoFocus
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        sx={{
          width: '100%',
          py: file ? 3 : 8,
          px: 4,
          gap: 3,
          border: 1,
          borderStyle: 'dashed',
          borderColor: isOver ? 'primary.main' : 'text.secondary',
          bgcolor: isOver ? 'action.hover' : 'transparent',
          borderRadius: 1,
        }}
      >
        <Icon path={mdiFileUploadOutline} />
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {file === null ? 'Choose a file, or drop it here' : `${file.name}, ${sizeText(file.size)}`}
        </Typography>
      </ButtonBase>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onFile(chosen);
          // Reset, so that the same file can be chosen again after it has changed on disk.
          event.target.value = '';
        }}
      />
    </>
  );
}

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in the largest unit in which it is at least 1. */
function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? formatCount(value) : value.toFixed(1)} ${units[unit]}`;
}
