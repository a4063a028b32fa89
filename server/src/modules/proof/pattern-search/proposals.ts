import type { ProposedRange, RangeProposals } from '@twinward/contracts/protections/pattern-search';
import { durationToMilliseconds } from '@twinward/domain/duration';
import { type CellsOfInput, findQuiet } from '@twinward/domain/patterns/quiet';
import { findKnownEvents, type KnownEvent } from '@twinward/domain/score/known-events';
import type { Db } from '../../../platform/database/database.ts';
import { type Buckets, readBuckets } from '../../../series/index.ts';
import { getPatternSet } from '../../protections/pattern-model/service.ts';
import { getProtection } from '../../protections/protection/service.ts';
import { getKnownHistory } from '../protection-score/service.ts';
import { listInputs, readExtent } from './inputs.ts';

/** Proposed time before a failure if neither the user nor a failure mode specifies it. */
const assumedLength = 'P1D';
/** Number of cells of equal length per stretch. */
const cellsPerStretch = 8;
/** Maximum number of cells to read from the history. */
const mostCells = 4000;

/** A time span [start, end) in epoch milliseconds. */
interface Span {
  start: number;
  end: number;
}

/**
 * Proposes ranges to train on: the time before known events of a protection, and the quietest stretches.
 * @throws AppError `not-found`; `conflict` for an input that can't be read.
 */
export async function getProposals(
  db: Db,
  setId: number,
  { length: given, count }: { length?: string | undefined; count: number },
): Promise<RangeProposals> {
  const { indicatorId, trainingStart, trainingEnd, training } = await getPatternSet(db, setId);
  const { twinId, failureModeIds } = await getProtection(db, indicatorId);
  const inputs = await listInputs(db, indicatorId);
  const ranges = training.map((one) => ({ start: Date.parse(one.start), end: Date.parse(one.end) }));
  const known = findKnownEvents(await getKnownHistory(db, twinId), failureModeIds);
  const isOfMode = known.pfSource === 'failure-mode';
  const length = given ?? (isOfMode ? known.pfInterval : assumedLength);
  const milliseconds = Math.max(1000, durationToMilliseconds(length));
  const lengthSource = given !== undefined ? 'given' : isOfMode ? 'failure-mode' : 'assumed';
  const extent = await readExtent(db, inputs);
  if (!extent) return { length, lengthSource, ranges: [] };
  const within: Span = {
    start: Math.max(extent.oldest, trainingStart === null ? 0 : Date.parse(trainingStart)),
    end: Math.min(extent.latest + 1, trainingEnd === null ? extent.latest + 1 : Date.parse(trainingEnd)),
  };
  const before = known.events.map((event) => ({ event, ...spanBefore(event, milliseconds) }));
  const events = before
    .map(({ event, start, end }) => ({
      event,
      start: Math.max(start, within.start),
      end: Math.min(end, within.end),
    }))
    .filter((span) => span.start < span.end && !ranges.some((range) => overlaps(range, span)))
    .toReversed()
    .slice(0, count);
  // The time before an event is not normal. Neither are the repair and the restart.
  const unusual = before.map(({ event, start }) => ({
    start,
    end: Math.max(event.end, event.time) + milliseconds,
  }));
  const quiet = await findNormal(db, inputs, {
    within,
    length: milliseconds,
    count,
    excluded: [...unusual, ...ranges],
  });
  return { length, lengthSource, ranges: [...events.map(toEventRange), ...quiet] };
}

/** Returns the time before an event; for a marked range without a failure, the range itself. */
const spanBefore = ({ isFailure, begin, time }: KnownEvent, length: number): Span => ({
  start: isFailure ? Math.max(begin, time - length) : begin,
  end: time,
});

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

const iso = (time: number) => new Date(time).toISOString();

const toEventRange = ({ event, start, end }: Span & { event: KnownEvent }): ProposedRange => ({
  kind: 'event',
  start: iso(start),
  end: iso(end),
  event: { type: event.type, id: event.id, name: event.name, time: iso(event.time) },
  unrest: null,
});

async function findNormal(
  db: Db,
  inputs: readonly { tagId: number }[],
  { within, length, count, excluded }: { within: Span; length: number; count: number; excluded: Span[] },
): Promise<ProposedRange[]> {
  const span = within.end - within.start;
  if (span < length) return [];
  const cells = Math.max(1, Math.min(mostCells, Math.floor((cellsPerStretch * span) / length)));
  const found: CellsOfInput[] = [];
  let width = 0;
  for (const { tagId } of inputs) {
    const buckets = await readBuckets(db, tagId, within.start, within.end, cells);
    width = buckets.width;
    found.push(toCells(buckets, within));
  }
  const toTime = (cell: number) => within.start + cell * width;
  const isExcluded = (cell: number) =>
    toTime(cell + 1) > within.end ||
    excluded.some((one) => overlaps(one, { start: toTime(cell), end: toTime(cell + 1) }));
  return findQuiet(found, Math.max(1, Math.ceil(length / width)), count, isExcluded).map(
    ({ from, unrest }) => ({
      kind: 'normal',
      start: iso(toTime(from)),
      end: iso(Math.min(within.end, toTime(from) + length)),
      event: null,
      unrest,
    }),
  );
}

/**
 * Converts the buckets of an input to cells. An empty cell repeats the last cell that is not empty, at most the length
 * of a stretch back.
 */
function toCells({ width, times, min, max, mean }: Buckets, { start, end }: Span): CellsOfInput {
  const count = Math.ceil((end - start) / width);
  const means = new Float64Array(count).fill(Number.NaN);
  const spreads = new Float64Array(count).fill(Number.NaN);
  for (let i = 0; i < times.length; i++) {
    const cell = Math.floor((times[i]! - start) / width);
    const next = i + 1 < times.length ? Math.floor((times[i + 1]! - start) / width) : count;
    const until = Math.min(next, cell + cellsPerStretch);
    means.fill(mean[i]!, cell, until);
    spreads.fill(max[i]! - min[i]!, cell, until);
  }
  return { means, spreads };
}
