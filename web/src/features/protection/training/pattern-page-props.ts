import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Range } from '../../../ui/chart/range.ts';
import type { SignalInput } from './signals.tsx';

/** Props of both pages of a pattern protection. */
export interface PatternPageProps {
  twin: Twin;
  protection: Protection;
  aliases: readonly TagAlias[];
  set: IndicatorPattern;
  /** The point inputs. */
  inputs: readonly SignalInput[];
  /** From the oldest to the latest point of the inputs. */
  extent: Range;
}
