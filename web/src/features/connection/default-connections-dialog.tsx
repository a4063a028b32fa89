import Typography from '@mui/material/Typography';
import type { DefaultConnections } from '@twinward/contracts/connections/mapping';
import { type ReactNode, useState } from 'react';
import { useConnectionChoices } from '../../shared/api/queries/use-connection-choices.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { RecordChoice } from '../../ui/form/record-choice.tsx';
import { useDefaultConnections, useSetDefaultConnections } from './api/records.ts';

const systems = [
  ['SAP', 'SAP'],
  ['HEXAGON', 'HxGN EAM'],
  ['MAXIMO', 'Maximo'],
] as const satisfies readonly (readonly [keyof DefaultConnections, string])[];

/** Chooses the default connections for work requests, by system. A twin or asset can override them. */
export function DefaultConnectionsDialog({ onClose }: { onClose(): void }): ReactNode {
  const saved = useDefaultConnections();
  const save = useSetDefaultConnections();
  const choices = useConnectionChoices().data ?? [];
  const [changed, setChanged] = useState<Partial<DefaultConnections>>({});
  const isDirty = Object.keys(changed).length > 0;
  return (
    <FormDialog
      title="Default connections"
      action="Save"
      onSubmit={() => {
        if (saved.data) save.mutate({ ...saved.data, ...changed }, { onSuccess: onClose });
      }}
      disabled={!isDirty || saved.data === undefined}
      saving={save}
      fallback="The default connections could not be saved."
      dirty={isDirty}
      onClose={onClose}
    >
      <Typography>
        Work requests of an advisory use the connection of its twin. If none is set, they use the connection
        of its asset, then the default below.
      </Typography>
      <Loaded query={saved} rows={3} fallback="The default connections could not be loaded.">
        {(defaults) => (
          <>
            {systems.map(([system, name]) => (
              <RecordChoice
                key={system}
                label={`Work for ${name}`}
                records={choices.filter((choice) => choice.system === system)}
                none="None (not sent)"
                value={(system in changed ? changed[system] : defaults[system]) ?? null}
                onChange={(id) => setChanged({ ...changed, [system]: id })}
              />
            ))}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}
