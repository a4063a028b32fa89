import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { Protection, ProtectionSummary } from '@twinward/contracts/protections/protection';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { monitorPath } from '../../../shared/address/paths.ts';
import { isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useTwin } from '../../../shared/api/queries/use-twin.ts';
import { usePageCommands } from '../../../shared/commands/page-commands.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useUnshelve } from '../api/shelve.ts';
import { useProtection } from '../api/use-protection.ts';
import { ProtectionPanels } from '../protection-panels.tsx';
import { ShelveDialog } from './shelve-dialog.tsx';

/** One protection beside the list: its level, signals and excursions, as on the page of its twin. */
export function DrillDown({
  protectionId,
  closeTo,
}: {
  protectionId: number;
  /** Link to the list without this protection. */
  closeTo: string;
}): ReactNode {
  const protection = useProtection(protectionId);
  if (isUnknown(protection.error)) return <UnknownRecord />;
  return (
    <Loaded query={protection} rows={10} fallback="The protection could not be loaded.">
      {(data) => <Opened protection={data} closeTo={closeTo} />}
    </Loaded>
  );
}

function Opened({ protection, closeTo }: { protection: Protection; closeTo: string }): ReactNode {
  const twin = useTwin(protection.twinId);
  const mayWrite = useAccess('write:protection');
  const unshelving = useUnshelve();
  const [isShelving, setIsShelving] = useState(false);
  usePageCommands(mayWrite ? [{ title: `Shelve ${protection.name}`, run: () => setIsShelving(true) }] : []);
  const summaries = useMemo(() => [toSummary(protection)], [protection]);
  return (
    <Box>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 40 }}>
        <TextLink to={monitorPath(protection.twinId)} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {twin.data?.assetName ?? 'Open twin'}
        </TextLink>
        <Stack direction="row" sx={{ ml: 'auto', gap: 1, alignItems: 'center' }}>
          {mayWrite ? (
            <>
              {protection.shelving === null ? null : (
                <Button loading={unshelving.isPending} onClick={() => unshelving.mutate([protection])}>
                  Unshelve
                </Button>
              )}
              <Button onClick={() => setIsShelving(true)}>
                {protection.shelving === null ? 'Shelve' : 'Shelve for longer'}
              </Button>
            </>
          ) : null}
          <Tooltip title="Close">
            <IconButton component={Link} to={closeTo} aria-label={`Close ${protection.name}`} size="small">
              <Icon path={mdiClose} />
            </IconButton>
          </Tooltip>
        </Stack>
      </Stack>
      <ErrorState error={unshelving.error} fallback="The protection could not be unshelved." />
      <ProtectionPanels twinId={protection.twinId} protections={summaries} />
      {isShelving ? <ShelveDialog protections={[protection]} onClose={() => setIsShelving(false)} /> : null}
    </Box>
  );
}

function toSummary(protection: Protection): ProtectionSummary {
  return {
    ...protection,
    type: 'indicator',
    subType: protection.type,
    isCounter:
      protection.type === 'activity' &&
      protection.aliases.some(({ intervalType }) => intervalType === 'counter'),
    data: { level: protection.level },
  };
}
