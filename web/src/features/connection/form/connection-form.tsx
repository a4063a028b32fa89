import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { isSecret } from '@twinward/contracts/connections/configuration';
import {
  type Connection,
  type ConnectionType,
  noConnector,
} from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FormFoot } from '../../../ui/form/form-foot.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { callsSystem } from '../connection-words.ts';
import { ConfigurationInput } from './configuration-input.tsx';
import {
  listFields,
  logLevelChoices,
  logLevelPath,
  placeChoices,
  placePath,
  toPath,
} from './connection-draft.ts';
import { useConnectionEdit } from './use-connection-edit.ts';

/** The form of a new or stored connection, generated from the description of its type. */
export function ConnectionForm({
  connection,
  type,
  typeId,
  connectionGroupId = null,
  onSaved,
}: {
  /** Null for a new connection. */
  connection: Connection | null;
  type: ConnectionType | undefined;
  typeId: string;
  /** The group that a new connection joins as stand-in; null for its own group. */
  connectionGroupId?: number | null;
  onSaved: (saved: Connection) => void;
}): ReactNode {
  const edit = useConnectionEdit(connection, type, typeId, connectionGroupId);
  const { draft, problems, base } = edit;
  const guard = useUnsavedGuard(edit.isDirty);
  const [isSaved, setIsSaved] = useState(false);
  const change = (path: string, value: unknown): void => {
    setIsSaved(false);
    edit.change({ [path]: value });
  };
  const save = async () => {
    const saved = await edit.save();
    if (saved === null) return;
    setIsSaved(true);
    guard.leaveFreely();
    onSaved(saved);
  };
  return (
    <form
      noValidate
      aria-label={connection === null ? 'New connection' : 'Configuration'}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack spacing={4} sx={{ maxWidth: 560 }}>
        {type === undefined ? (
          <AlertBar
            severity="warning"
            message={`${noConnector}. The connection is kept, but does not run.`}
          />
        ) : null}
        <Field
          label="Name"
          required
          value={String(draft.name)}
          error={problems.get('name')}
          onChange={(event) => change('name', event.target.value)}
          onBlur={() => edit.leave('name')}
        />
        {callsSystem(new Set(type?.roles)) ? (
          <SelectField
            label="Runs"
            value={String(draft[placePath])}
            choices={placeChoices}
            error={problems.get(placePath)}
            hint={placeHelp(draft[placePath] as Connection['place'], base)}
            onChange={(event) => change(placePath, event.target.value)}
          />
        ) : null}
        {listFields(type).map((field) => {
          const path = toPath(field.name);
          return (
            <ConfigurationInput
              // Reset after a save, so that secrets do not stay in the form.
              key={isSecret(field) ? `${path} ${base?.version}` : path}
              field={field}
              value={draft[path]}
              error={problems.get(path)}
              isSet={base?.secretsSet.includes(field.name) ?? false}
              onChange={(value) => change(path, value)}
              onLeave={() => edit.leave(path)}
            />
          );
        })}
        <SelectField
          label="Log level"
          value={String(draft[logLevelPath])}
          choices={logLevelChoices}
          onChange={(event) => change(logLevelPath, event.target.value)}
        />
        <Limits limits={type?.limits ?? []} />
        <Box>
          <FormFoot
            label={connection === null ? 'Add connection' : 'Save'}
            busy={edit.isSaving}
            dirty={edit.isDirty}
            saved={isSaved}
            error={edit.failure}
            fallback="The connection could not be saved."
          />
        </Box>
      </Stack>
      {edit.dialog}
      {guard.dialog}
    </form>
  );
}

function placeHelp(place: Connection['place'], stored: Connection | null): string {
  if (stored && stored.place !== place && stored.secretsSet.includes('token'))
    return 'This change revokes the token. Create a new one afterwards.';
  return place === 'plant'
    ? 'A process at the plant runs the connection and calls this server by https. The overview shows how to start it.'
    : 'This server connects to the system.';
}

function Limits({ limits }: { limits: readonly string[] }): ReactNode {
  if (limits.length === 0) return null;
  return (
    <Box>
      <Typography variant="h2" component="h3">
        Limits
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 5, fontSize: '0.8125rem', color: 'text.secondary' }}>
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </Box>
    </Box>
  );
}
