import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { PackageCheck } from '@twinward/contracts/library/package';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../shared/session/session-context.tsx';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { type ImportChoices, useStartImport } from './api.ts';
import { CheckRows } from './check-rows.tsx';
import { LeftOut } from './left-out.tsx';

const signatures: Record<PackageCheck['signature'], string> = {
  own: 'Signed by this database',
  other: 'Signed by another database',
  none: 'Not signed',
  invalid: 'Invalid signature',
};

/** The results of a check, and the choices required for the import. */
export function Checked({
  checkId,
  check,
  onImport,
}: {
  checkId: string;
  check: PackageCheck;
  onImport: (commandId: string) => void;
}): ReactNode {
  const { isAdmin } = useSession().user;
  const start = useStartImport(checkId);
  const [choices, setChoices] = useState<ImportChoices>({
    trust: false,
    leaveOutConflicts: false,
    leaveOutUsers: false,
    startPatterns: false,
  });
  const { counts, problems, missingUsers, signature } = check;
  const asked = [
    {
      name: 'trust' as const,
      label: `I trust this package. It is ${signature === 'none' ? 'not signed' : 'signed by another database'}.`,
      isAsked: signature !== 'own',
      isLocked: !isAdmin,
    },
    {
      name: 'leaveOutConflicts' as const,
      label: `Skip conflicts (${formatCount(counts.conflict)})`,
      isAsked: counts.conflict > 0,
      isLocked: false,
    },
    {
      name: 'leaveOutUsers' as const,
      label: `Skip users that do not exist in this database: ${missingUsers.slice(0, 20).join(', ')}`,
      isAsked: missingUsers.length > 0,
      isLocked: false,
    },
  ].filter(({ isAsked }) => isAsked);
  const changes = counts.create + counts.update;
  return (
    <Stack spacing={3}>
      <ErrorState error={start.error} fallback="The import could not be started." />
      <Facts
        facts={[
          ['Package', check.fileName],
          ['Source database', check.source],
          ['Created', <Time key="made" value={check.createdAt} />],
          ['Version', check.productVersion],
          ['Signature', signatures[signature]],
          ...(check.publicKey === null ? [] : ([['Key', check.publicKey]] as const)),
        ]}
      />
      <LeftOut records={check.leftOut} />
      {problems.length > 0 ? (
        <>
          <AlertBar
            severity="error"
            message={`The package can’t be imported: ${formatCount(problems.length)} ${problems.length === 1 ? 'problem' : 'problems'}.`}
          />
          <DataTable
            label="Problems"
            columns={[
              { id: 'place', header: 'Place', wraps: true, cell: ({ place }) => place },
              { id: 'message', header: 'Problem', wraps: true, cell: ({ message }) => message },
            ]}
            rows={problems.slice(0, 100)}
            rowKey={({ place, message }) => `${place} ${message}`}
          />
        </>
      ) : (
        <Box>
          {asked.map(({ name, label, isLocked }) => (
            <Box key={name}>
              <SwitchField
                label={label}
                checked={choices[name]}
                readOnly={isLocked}
                onChange={(on) => setChoices({ ...choices, [name]: on })}
              />
            </Box>
          ))}
          <SwitchField
            label="Put trained patterns of new twins into service"
            checked={choices.startPatterns}
            onChange={(on) => setChoices({ ...choices, startPatterns: on })}
          />
          {signature !== 'own' && !isAdmin ? (
            <Typography variant="body2">Only system administrators can trust a package.</Typography>
          ) : null}
          <Button
            variant="contained"
            sx={{ mt: 2 }}
            disabled={changes === 0 || asked.some(({ name }) => !choices[name])}
            loading={start.isPending}
            onClick={() => start.mutate(choices, { onSuccess: ({ commandId }) => onImport(commandId) })}
          >
            {changes === 0
              ? 'Nothing to import'
              : `Import ${formatCount(changes)} ${changes === 1 ? 'record' : 'records'}`}
          </Button>
        </Box>
      )}
      <CheckRows checkId={checkId} counts={counts} />
    </Stack>
  );
}
