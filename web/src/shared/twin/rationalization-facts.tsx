import type { Rationalization } from '@twinward/contracts/protections/threshold';
import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import type { ReactNode } from 'react';
import { formatDuration } from '../../ui/format/format.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { useParameterTexts } from './use-parameter-texts.ts';

/** The rationalization of an alarm: cause, consequence, response and time to respond, as far as they are set. */
export function RationalizationFacts({
  rationalization: { cause, consequence, response, timeToRespond },
  parameters,
}: {
  rationalization: Rationalization;
  /** Parameters of the twin; omitted if the texts already contain their values. */
  parameters?: readonly TwinParameter[] | undefined;
}): ReactNode {
  const fill = useParameterTexts(parameters);
  const facts = [
    ['Cause', fill(cause)],
    ['Consequence', fill(consequence)],
    ['Response', fill(response)],
    ['Respond within', timeToRespond === null ? '' : formatDuration(timeToRespond)],
  ] as const;
  return <Facts facts={facts.filter(([, text]) => text !== '')} />;
}
