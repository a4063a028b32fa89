import { mdiFileDownloadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMutation } from '@tanstack/react-query';
import { type ExportQuery, type ListFormat, listFormats } from '@twinward/contracts/core/list-export';
import { type ReactNode, useId, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { saveFile } from '../api/save-file.ts';
import type { ShownColumn } from './shown-columns.ts';

const labels: Record<ListFormat, string> = { csv: 'As csv', xlsx: 'As xlsx' };

/** Downloads all pages of a list with its visible columns. */
export function ExportMenu({
  fileName,
  shown,
  names,
  ask,
}: {
  /** Without extension. */
  fileName: string;
  /** The visible columns, in order. */
  shown: readonly ShownColumn[];
  /** The list's own columns that can be exported; others are omitted. */
  names: readonly string[];
  ask: (query: ExportQuery) => Promise<Response>;
}): ReactNode {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const columns = shown.flatMap((column) => {
    if ('field' in column) return column.field.kind === 'attachment' ? [] : [`fields.${column.field.name}`];
    return names.includes(column.own) ? [column.own] : [];
  });
  const save = useMutation({
    mutationFn: async (format: ListFormat) =>
      saveFile(await ask({ format, columns: columns.join(',') }), `${fileName}.${format}`),
  });
  const choose = (format: ListFormat): void => {
    setAnchor(null);
    save.mutate(format);
  };
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor === null ? {} : { 'aria-controls': id })}
        startIcon={<Icon path={mdiFileDownloadOutline} />}
        loading={save.isPending}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Export
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {listFormats.map((format) => (
          <MenuItem dense key={format} onClick={() => choose(format)}>
            {labels[format]}
          </MenuItem>
        ))}
      </Menu>
      <ErrorState error={save.error} fallback="The list could not be exported." />
    </>
  );
}
