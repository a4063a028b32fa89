import Checkbox from '@mui/material/Checkbox';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { LinkCandidate, LinkPanel } from '@twinward/contracts/records/link';
import { type ReactNode, useId, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import type { RecordKey } from '../record/record-key.ts';
import { useCreateLinks, useLinkCandidates } from './links.ts';

/** Searches records and links the selected ones to a record. */
export function LinkDialog({
  owner,
  panel,
  onClose,
}: {
  owner: RecordKey;
  panel: LinkPanel;
  onClose: () => void;
}): ReactNode {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly LinkCandidate[]>([]);
  const candidates = useLinkCandidates(owner, panel, search);
  const link = useCreateLinks(owner, panel);
  const toggle = (record: LinkCandidate): void => {
    if (chosen.some(({ id }) => id === record.id)) setChosen(chosen.filter(({ id }) => id !== record.id));
    else setChosen(panel.takesOne ? [record] : [...chosen, record]);
  };
  return (
    <FormDialog
      title={`Link to ${panel.caption}`}
      action={chosen.length > 1 ? `Link ${formatCount(chosen.length)} records` : 'Link'}
      onSubmit={() =>
        link.mutate(
          chosen.map(({ id }) => id),
          { onSuccess: onClose },
        )
      }
      disabled={chosen.length === 0}
      saving={link}
      fallback="The records could not be linked."
      errorFirst
      dirty={chosen.length > 0}
      py={0}
      onClose={onClose}
    >
      <SearchField label="Name or detail" value={search} onChange={setSearch} width={360} />
      <Loaded query={candidates} rows={6} fallback="The records could not be loaded.">
        {({ records, total }) => (
          <>
            {records.length === 0 ? <Typography>No results found.</Typography> : null}
            <List dense aria-label="Records" sx={{ py: 0 }}>
              {records.map((record) => (
                <Candidate
                  key={record.id}
                  record={record}
                  isChosen={chosen.some(({ id }) => id === record.id)}
                  onToggle={() => toggle(record)}
                />
              ))}
            </List>
            {total > records.length ? (
              <Muted>{formatCount(total - records.length)} more. Use the search to find them.</Muted>
            ) : null}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

function Candidate({
  record,
  isChosen,
  onToggle,
}: {
  record: LinkCandidate;
  isChosen: boolean;
  onToggle: () => void;
}): ReactNode {
  const id = useId();
  const isTaken = record.takenBy !== null;
  return (
    <ListItem disablePadding>
      <ListItemButton disabled={isTaken} onClick={onToggle} tabIndex={-1} sx={{ px: 0 }}>
        <Checkbox
          size="small"
          checked={isChosen}
          disabled={isTaken}
          onClick={(event) => event.stopPropagation()}
          onChange={onToggle}
          slotProps={{ input: { 'aria-labelledby': id } }}
        />
        <ListItemText
          id={id}
          primary={record.title || '(no title)'}
          secondary={isTaken ? `Linked to ${record.takenBy}` : (record.detail ?? '')}
          sx={{ overflowWrap: 'anywhere' }}
        />
      </ListItemButton>
    </ListItem>
  );
}
