import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Benchmark } from '@twinward/contracts/assets/benchmark';
import type { Edition } from '@twinward/contracts/system/edition';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { daysToDuration, durationToDays } from '@twinward/domain/duration';
import {
  type BenchmarkLevel,
  characteristicLife,
  compareLife,
  nearestBenchmark,
} from '@twinward/domain/risk/benchmark';
import { lifeDistribution } from '@twinward/domain/risk/probability';
import type { ReactNode } from 'react';
import { useBenchmarks } from '../../../shared/api/queries/use-benchmarks.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { formatNumber } from '../../../ui/format/format.ts';
import { Facts } from '../../../ui/page/facts.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Why } from '../../../ui/page/why.tsx';
import { compareText, lifeText } from './life-text.ts';

interface Compared {
  /** Ids of the asset's taxonomy entries. */
  taxonomy: Record<BenchmarkLevel, number | null>;
  /** Parameters of its probability, as far as known. */
  parameters: FailureDistributionParameters | null;
  /** Measured MTBF; ISO 8601 duration. */
  measuredMtbf: string | null;
  edition: Edition;
}

/** The benchmark of an asset's taxonomy, and how its life compares. */
export function AssetBenchmark(props: Compared): ReactNode {
  const benchmarks = useBenchmarks();
  return (
    <Section title="Library benchmark">
      <Loaded query={benchmarks} rows={3} fallback="The benchmarks could not be loaded.">
        {(found) => <Comparison {...props} library={nearestBenchmark(found, props.taxonomy)} />}
      </Loaded>
    </Section>
  );
}

function Comparison({
  taxonomy,
  parameters,
  measuredMtbf,
  edition,
  library,
}: Compared & { library: Benchmark | null }): ReactNode {
  const own = ownLife(parameters, measuredMtbf, library?.shape ?? null);
  const compared = compareLife({
    hasTaxonomy: taxonomy.category !== null,
    characteristicLife: own?.days ?? null,
    library: library && {
      level: library.level,
      characteristicLife: durationToDays(library.characteristicLife),
    },
  });
  const life = (days: number | null) => (days === null ? '–' : lifeText(daysToDuration(days), edition));
  const outcome = (days: number): ReactNode => (
    <Stack direction="row" sx={{ alignItems: 'center' }}>
      {compareText(days, 'the benchmark', edition).text}
      <Why
        subject="the comparison with the library"
        formula="Characteristic life of the asset − library characteristic life"
        inputs={[
          ['This asset', life(own?.days ?? null)],
          ['Library MTBF', library && lifeText(library.mtbf, edition)],
          ['Library shape β', library && formatNumber(library.shape)],
          ['Library life', library && lifeText(library.characteristicLife, edition)],
        ]}
        note="Library characteristic life = MTBF / Γ(1 + 1 / β). A measured MTBF is converted in the same way."
      />
    </Stack>
  );
  if (library === null) return <Typography>{'reason' in compared ? compared.reason : null}</Typography>;
  return (
    <Facts
      facts={[
        [
          'Library characteristic life',
          `${lifeText(library.characteristicLife, edition)}, shape ${formatNumber(library.shape)}`,
        ],
        [
          'Matched by',
          `${library.level}: ${entryText(library)}${library.isExample ? ', example value' : ''}`,
        ],
        ['Source', library.source],
        [
          'Asset characteristic life',
          own === null ? '–' : `${life(own.days)}${own.isMeasured ? ', from measured MTBF' : ''}`,
        ],
        ['Compared with library', compared.days === null ? compared.reason : outcome(compared.days)],
      ]}
    />
  );
}

const entryText = ({ level, category, class: ofClass, type }: Benchmark): string =>
  (level === 'type' ? type : level === 'class' ? ofClass : category)?.caption ?? '';

/** Characteristic life in days: from its distribution, else from its measured MTBF. */
function ownLife(
  parameters: FailureDistributionParameters | null,
  measuredMtbf: string | null,
  shape: number | null,
): { days: number; isMeasured: boolean } | null {
  const assigned = parameters && lifeDistribution(parameters);
  if (assigned) return { days: assigned.scale, isMeasured: false };
  if (measuredMtbf === null || shape === null) return null;
  return { days: characteristicLife(durationToDays(measuredMtbf), shape), isMeasured: true };
}
