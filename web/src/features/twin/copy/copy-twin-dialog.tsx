import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useAssetsWithoutTwin } from '../api/use-assets-without-twin.ts';
import { useCopyTwin } from '../api/write-twin.ts';
import { CopyProgress } from './copy-progress.tsx';

/** Maximum number of assets per command. */
const most = 1000;

/** Copies a twin to assets without one: choice of assets, then progress, then results. */
export function CopyTwinDialog({
  twin,
  onClose,
}: {
  twin: { id: number; assetName: string; assetClassLabel: string };
  onClose(): void;
}): ReactNode {
  const [commandId, setCommandId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const copying = useCopyTwin(twin.id);
  const start = (): void =>
    copying.mutate([...chosen], { onSuccess: (command) => setCommandId(command.commandId) });
  return (
    <FormDialog
      title={`Copy the twin of ${twin.assetName}`}
      action={
        chosen.size === 0
          ? 'Copy'
          : `Copy to ${formatCount(chosen.size)} ${chosen.size === 1 ? 'asset' : 'assets'}`
      }
      onSubmit={start}
      disabled={chosen.size === 0 || chosen.size > most}
      saving={copying}
      fallback="The twin could not be copied."
      readOnly={commandId !== null}
      spacing={0}
      py={0}
      maxWidth="md"
      onClose={onClose}
    >
      {commandId === null ? (
        <Targets assetClass={twin.assetClassLabel} chosen={chosen} onChosen={setChosen} />
      ) : (
        <CopyProgress commandId={commandId} />
      )}
    </FormDialog>
  );
}

function Targets({
  assetClass,
  chosen,
  onChosen,
}: {
  assetClass: string;
  chosen: ReadonlySet<number>;
  onChosen(chosen: ReadonlySet<number>): void;
}): ReactNode {
  const [text, setText] = useState('');
  const [sameClass, setSameClass] = useState(assetClass !== '');
  const assets = useAssetsWithoutTwin(text.trim(), {
    pageSize: most,
    assetClass: sameClass ? assetClass : '',
  });
  const toggle = (ids: readonly number[], isOn: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    onChosen(next);
  };
  return (
    <Stack spacing={3} sx={{ py: 3 }}>
      <Muted>
        Each asset gets a twin with the same inputs, failure modes, activities, protections and risk. Inputs
        are mapped to tags whose names follow the same pattern. Inputs without such a tag stay unmapped.
      </Muted>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 2, alignItems: 'center' }}>
        <SearchField label="Name or asset id" value={text} onChange={(value) => setText(value ?? '')} />
        {assetClass === '' ? null : (
          <FormControlLabel
            control={<Checkbox size="small" checked={sameClass} onChange={(_, isOn) => setSameClass(isOn)} />}
            label={`Only ${assetClass}`}
          />
        )}
      </Stack>
      <Loaded query={assets} fallback="The assets could not be loaded.">
        {({ records, total }) =>
          records.length === 0 ? (
            <EmptyState title="No equipment without a twin." />
          ) : (
            <Stack role="group" aria-label="Assets">
              <FormControlLabel
                sx={{ fontWeight: 600 }}
                control={
                  <Checkbox
                    size="small"
                    checked={records.every(({ id }) => chosen.has(id))}
                    indeterminate={
                      records.some(({ id }) => chosen.has(id)) && !records.every(({ id }) => chosen.has(id))
                    }
                    onChange={(_, isOn) =>
                      toggle(
                        records.map(({ id }) => id),
                        isOn,
                      )
                    }
                  />
                }
                label={
                  total > records.length
                    ? `The first ${formatCount(records.length)} of ${formatCount(total)}`
                    : `All ${formatCount(total)}`
                }
              />
              {records.slice(0, listed).map(({ id, assetName, uniqueId }) => (
                <FormControlLabel
                  key={id}
                  control={
                    <Checkbox
                      size="small"
                      sx={{ py: 1 }}
                      checked={chosen.has(id)}
                      onChange={(_, isOn) => toggle([id], isOn)}
                    />
                  }
                  label={`${assetName} (${uniqueId})`}
                />
              ))}
              {records.length > listed ? (
                <Muted>
                  {formatCount(records.length - listed)} more are not listed. Search for them or select all.
                </Muted>
              ) : null}
            </Stack>
          )
        }
      </Loaded>
    </Stack>
  );
}

/** Number of assets listed. */
const listed = 100;
