import { type Conversion, convertColumn, identity, isIdentity } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Buckets, Points, Series } from '../../../series/index.ts';
import { listInputConversions } from '../../system/unit/service.ts';

/**
 * Returns the conversion from a tag's unit to the unit in which an input reads it.
 * @param inputUnit UCUM code; undefined or null for the tag's own unit
 * @throws AppError `invalid-request` if the units have different dimensions.
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

/** Converts points or buckets to another unit. */
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

/**
 * Converts each column by itself: a conversion is linear and increasing, so the minimum stays the minimum, and the mean
 * the mean.
 */
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
