import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Range } from '../../../ui/chart/range.ts';
import type { SignalInput } from './signals.tsx';

/** What both pages of a pattern protection work with. */
export interface PatternPageProps {
  twin: Twin;
  protection: Protection;
  aliases: readonly TagAlias[];
  set: IndicatorPattern;
  /** The inputs of points. */
  inputs: readonly SignalInput[];
  /** From the oldest to the latest point of the inputs. */
  extent: Range;
}
