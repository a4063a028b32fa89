import { mdiClockAlertOutline } from '@mdi/js';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { ReactNode } from 'react';
import { protectionEditPath } from '../../shared/address/paths.ts';
import { findUnwatchedInputs } from '../../shared/twin/stale-inputs.ts';
import { formatDuration } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { StateNote } from './state-note.tsx';

/** Lists the stale inputs of an active protection, each with its time and limits. */
export function StaleNotes({ protection }: { protection: ProtectionSummary }): ReactNode {
  const { staleInputs, silentSince, aliases } = protection;
  return (
    <>
      {silentSince === null ? null : (
        <StateNote icon={mdiClockAlertOutline}>
          <b>
            Silent since <Time value={silentSince} />
          </b>
          : no input has recent data; the level is the last known.
        </StateNote>
      )}
      {staleInputs.map(({ alias, since, hadPoints }) => (
        <StateNote key={alias} icon={mdiClockAlertOutline}>
          [{alias}]{' '}
          {hadPoints
            ? 'has been stale since'
            : 'has never had a point. It has been stale since the protection was activated,'}{' '}
          <Time value={since} />
          {describeLimit(aliases.find((one) => one.alias === alias))}
        </StateNote>
      ))}
    </>
  );
}

function describeLimit(input: ProtectionSummary['aliases'][number] | undefined): string {
  if (input === undefined || input.expectedInterval === null) return '.';
  const interval = formatDuration(input.expectedInterval);
  const tolerance =
    typeof input.tolerance === 'string' ? ` with a tolerance of ${formatDuration(input.tolerance)}` : '';
  return `: a point was expected every ${interval}${tolerance}.`;
}

/** Lists the inputs without an expected interval, which can't become stale, with a link to set one. */
export function UnwatchedNote({ protection }: { protection: ProtectionSummary }): ReactNode {
  const unwatched = findUnwatchedInputs(protection);
  if (unwatched.length === 0) return null;
  const [first] = unwatched;
  return (
    <Muted>
      {unwatched.length === 1 ? `[${first}] has` : `${unwatched.length} inputs have`} no expected interval.{' '}
      <TextLink
        underline="always"
        to={protectionEditPath(protection.id)}
        aria-label={`Propose an interval for inputs of ${protection.name}`}
      >
        Propose one
      </TextLink>
    </Muted>
  );
}
