import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useMemo } from 'react';
import { useTwinProtections } from '../../../shared/api/queries/use-twin-protections.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { useUnits } from '../../../shared/units/use-display-unit.ts';
import { useChartRange } from '../../../ui/chart/use-chart-range.ts';
import { QueryError } from '../../../ui/feedback/loaded.tsx';
import { LoadingRows } from '../../../ui/feedback/states.tsx';
import { useNow } from '../../../ui/format/clock.ts';
import { Section } from '../../../ui/page/section.tsx';
import { daysBack, latelyRange, startOfHour } from './lately-range.ts';
import { LatelyView } from './lately-view.tsx';
import { pickSignals } from './pick-signals.ts';

/** The last 30 days of a twin on one time axis: signals, excursions, work and advisories. */
export function TwinLately({ twin }: { twin: Twin }): ReactNode {
  const protections = useTwinProtections(twin.id);
  const aliases = useTwinTagAliases(twin.id);
  const failed = [protections, aliases].find(({ isError, data }) => isError && data === undefined);
  return (
    <Section title={`Last ${daysBack} days`}>
      {failed !== undefined ? (
        <QueryError query={failed} fallback="The signals could not be loaded." />
      ) : protections.data === undefined || aliases.data === undefined ? (
        <LoadingRows rows={6} />
      ) : (
        <Lately twin={twin} protections={protections.data.records} aliases={aliases.data} />
      )}
    </Section>
  );
}

const noUnits = [] as const;

function Lately({
  twin,
  protections,
  aliases,
}: {
  twin: Twin;
  protections: readonly ProtectionSummary[];
  aliases: readonly TagAlias[];
}): ReactNode {
  const now = useNow();
  const hour = startOfHour(now);
  const whole = useMemo(() => latelyRange(hour), [hour]);
  const first = useMemo(() => ({ kind: 'fixed', range: whole }) as const, [whole]);
  const chartRange = useChartRange(whole, first);
  const { data: units = noUnits } = useUnits();
  const signals = useMemo(
    () => pickSignals(protections, aliases, whole.from, units),
    [protections, aliases, whole, units],
  );
  return (
    <LatelyView
      twin={twin}
      aliases={aliases}
      signals={signals}
      now={now}
      whole={whole}
      chartRange={chartRange}
    />
  );
}
