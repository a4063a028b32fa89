import { hash } from 'node:crypto';
import { lifeDistribution } from '@twinward/domain/risk/probability';
import type { InputRow } from './figures-store.ts';
import type { AssetMode } from './mode-store.ts';
import type { OptionFacts } from './option-store.ts';

/**
 * Returns a hash of the inputs that scenarios use of an asset: its life, days, consequence, benchmark, mark, cost,
 * failure modes and options. Undoing a change gives the same hash again. Names and notes are not included.
 */
export function calculateFingerprint(
  row: InputRow,
  {
    time,
    modes,
    options,
  }: { time: number | null; modes: readonly AssetMode[]; options: readonly OptionFacts[] },
): string {
  const { parameters, consequence, benchmarkShape, benchmarkLife, improve, improveCost } = row;
  const life = parameters && lifeDistribution(parameters);
  const inputs = [
    [life?.shape, life?.scale],
    [time, consequence, benchmarkShape, benchmarkLife, improve, improveCost],
    modes.map((mode) => [mode.id, mode.life.shape, mode.life.scale, mode.consequence]),
    options.map((option) => JSON.stringify(option)).toSorted(),
  ];
  return hash('sha256', JSON.stringify(inputs), 'base64url').slice(0, 22);
}
