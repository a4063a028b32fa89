import type { Rationalization } from '@twinward/contracts/protections/threshold';
import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import type { ReactNode } from 'react';
import { formatDuration } from '../../ui/format/format.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { useParameterTexts } from './use-parameter-texts.ts';

/** Why an alarm is one, and what to do: what is stated of cause, consequence, response and time to respond. */
export function RationalizationFacts({
  rationalization: { cause, consequence, response, timeToRespond },
  parameters,
}: {
  rationalization: Rationalization;
  /** Of the twin; absent where their values are in the texts. */
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
