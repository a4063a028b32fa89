import { mdiCheck, mdiShieldAlertOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { protectionAgainstPath, riskPath, unprotectedPath } from '../../../shared/address/paths.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useTwinProtections } from '../../../shared/api/queries/use-twin-protections.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatMoney } from '../../../ui/format/format.ts';
import { RiskValue } from '../../../ui/format/risk-value.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';

/** A matrix of failure modes by descending risk and the protections that cover them. Uncovered ones are highlighted. */
export function Coverage({ twin }: { twin: Twin }): ReactNode {
  const failureModes = useFailureModes(twin.id);
  const protections = useTwinProtections(twin.id);
  return (
    <Section
      title="Coverage"
      aside={
        <TextLink to={unprotectedPath} variant="body2">
          Unprotected failure modes of all twins
        </TextLink>
      }
    >
      <Loaded query={failureModes} fallback="The failure modes could not be loaded.">
        {({ records: modes }) => (
          <Loaded query={protections} fallback="The protections could not be loaded.">
            {({ records }) =>
              modes.length === 0 ? (
                <EmptyState
                  title="No failure modes yet."
                  hint="Add failure modes to see which ones no protection covers."
                  action={<TextLink to={riskPath(twin.id)}>Add failure modes</TextLink>}
                />
              ) : (
                <Matrix twin={twin} modes={modes} protections={records} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

/** Whether a failure mode is covered, which requires an active protection of an active twin. */
function isCovered(
  { protectionIds }: FailureMode,
  protections: readonly ProtectionSummary[],
  twin: Twin,
): boolean {
  return twin.active && protections.some(({ id, active }) => active && protectionIds.includes(id));
}

/** The total risk of failure modes. Those without probability or consequence are ignored. */
function formatRisk(modes: readonly FailureMode[]): string {
  const known = modes.flatMap(({ risk }) => (risk === null ? [] : [risk]));
  if (known.length === 0) return '; no risk is set';
  const sum = formatMoney(known.reduce((total, risk) => total + risk, 0));
  const unset = modes.length - known.length;
  return `, with a risk of ${sum}${unset === 0 ? '' : `, not counting ${unset} without a risk`}`;
}

function Matrix({
  twin,
  modes,
  protections,
}: {
  twin: Twin;
  modes: readonly FailureMode[];
  protections: readonly ProtectionSummary[];
}): ReactNode {
  const mayProtect = useAccess('write:protection');
  const uncovered = modes.filter((mode) => !isCovered(mode, protections, twin));
  return (
    <>
      <Box sx={{ pb: 3, color: uncovered.length === 0 ? 'text.secondary' : 'text.primary' }}>
        {uncovered.length === 0
          ? 'Each failure mode is covered by an active protection.'
          : `${uncovered.length} of ${modes.length} failure modes ${uncovered.length === 1 ? 'is' : 'are'} unprotected${formatRisk(uncovered)}.${twin.active ? '' : ' The twin is inactive: its protections are not evaluated.'}`}
      </Box>
      <Box
        role="region"
        aria-label="Coverage of failure modes"
        tabIndex={0}
        sx={{ overflowX: 'auto', mx: '-12px' }}
      >
        <Table aria-label="Coverage" sx={{ width: 'auto', minWidth: 480 }}>
          <TableHead>
            <TableRow>
              <TableCell sx={stuck}>Failure mode</TableCell>
              <TableCell>State</TableCell>
              <TableCell align="right">Risk</TableCell>
              {protections.map(({ id, name, active }) => (
                <TableCell
                  key={id}
                  align="center"
                  sx={{ color: active ? 'inherit' : 'text.secondary', maxWidth: 160 }}
                >
                  {name}
                  {active ? '' : ' (inactive)'}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {modes.map((mode) => {
              const covered = isCovered(mode, protections, twin);
              return (
                <TableRow key={mode.id}>
                  <TableCell component="th" scope="row" sx={stuck}>
                    {mode.name}
                  </TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap', fontWeight: covered ? 400 : 600 }}>
                    {covered ? null : (
                      <Icon
                        path={mdiShieldAlertOutline}
                        sx={{ fontSize: 18, mr: 1, verticalAlign: 'text-bottom', color: 'error.main' }}
                      />
                    )}
                    {covered ? (
                      'Protected'
                    ) : mayProtect ? (
                      <TextLink
                        to={protectionAgainstPath(twin.id, mode.id)}
                        aria-label={`Unprotected: protect against ${mode.name}`}
                      >
                        Unprotected
                      </TextLink>
                    ) : (
                      'Unprotected'
                    )}
                  </TableCell>
                  <TableCell align="right">
                    <RiskValue risk={mode.risk} />
                  </TableCell>
                  {protections.map(({ id, name, active }) => (
                    <TableCell key={id} align="center">
                      {mode.protectionIds.includes(id) ? (
                        <>
                          <Icon
                            path={mdiCheck}
                            sx={{ fontSize: 18, color: active ? 'text.primary' : 'text.disabled' }}
                          />
                          <span className="visually-hidden">Covered by {name}</span>
                        </>
                      ) : null}
                    </TableCell>
                  ))}
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </Box>
    </>
  );
}

/** Sticky first column. */
const stuck = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  bgcolor: 'background.default',
  minWidth: 140,
  maxWidth: 280,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  fontWeight: 400,
} as const;
