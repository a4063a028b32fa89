import { offsetAt } from '@twinward/domain/time-zone';

const day = 86_400_000;

/** A zone's clock. */
export interface TimeZone {
  /**
   * The instants, ascending, at which the zone's clocks show a date and time: one, none where they skip it
   * in spring, two where they show it again in autumn.
   *
   * @param local the date and time as if it were UTC, epoch milliseconds
   */
  instantsAt(local: number): number[];
}

/** @param name an IANA name */
export function createTimeZone(name: string): TimeZone {
  /** The offsets on either side of a day, by its number: asking for one takes microseconds. */
  const offsetsOfDay = new Map<number, { before: number; after: number }>();

  function offsetsAround(local: number): { before: number; after: number } {
    const number = Math.floor(local / day);
    let offsets = offsetsOfDay.get(number);
    if (!offsets) {
      offsets = { before: offsetAt((number - 1) * day, name), after: offsetAt((number + 2) * day, name) };
      offsetsOfDay.set(number, offsets);
    }
    return offsets;
  }

  return {
    instantsAt(local) {
      const { before, after } = offsetsAround(local);
      if (before === after) return [local - before];
      return [local - before, local - after]
        .filter((instant) => offsetAt(instant, name) === local - instant)
        .sort((a, b) => a - b);
    },
  };
}
