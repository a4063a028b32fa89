import { type Conversion, convertColumn, identity, isIdentity } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Buckets, Points, Series } from '../../../series/index.ts';
import { listInputConversions } from '../../system/unit/service.ts';

/**
 * From a tag's unit to the one in which an input reads it.
 * @param inputUnit UCUM code; none for the tag's own
 * @throws AppError `invalid-request` for a unit of another thing than the tag measures.
 */
export async function readConversion(
  db: Db,
  tagUnit: string | null,
  inputUnit: string | null | undefined,
): Promise<Conversion> {
  if (!inputUnit) return identity;
  const [conversion] = await listInputConversions(db, [{ tagUnit, inputUnit }]);
  return conversion ?? refuseUnit();
}

/** @throws AppError `invalid-request`. */
export function refuseUnit(): never {
  const message = 'Please choose a unit of what the tag measures.';
  throw new AppError('invalid-request', message, { errors: [{ path: 'unit', message }] });
}

/** Points or buckets in another unit. */
export function convertSeries(series: Series, conversion: Conversion): Series {
  if (isIdentity(conversion)) return series;
  return series.kind === 'points'
    ? { kind: 'points', points: convertPoints(series.points, conversion) }
    : { kind: 'buckets', buckets: convertBuckets(series.buckets, conversion) };
}

const convertPoints = (points: Points, conversion: Conversion): Points => ({
  ...points,
  values: convertColumn(points.values, conversion),
});

/** A conversion keeps the order of values, so that the least stays the least, and the mean the mean. */
function convertBuckets(buckets: Buckets, conversion: Conversion): Buckets {
  const { min, max, mean, first, last } = buckets;
  const converted = (values: Float64Array) => convertColumn(values, conversion);
  return {
    ...buckets,
    min: converted(min),
    max: converted(max),
    mean: converted(mean),
    first: converted(first),
    last: converted(last),
  };
}
