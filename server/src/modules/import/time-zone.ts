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

/** @param name an IANA name; @throws RangeError when there is no such zone */
export function createTimeZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  /** How far the zone's clocks are ahead of UTC at an instant. */
  function offsetAt(instant: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
    const { year, month, day: date, hour, minute, second } = parts;
    const shown = Date.UTC(year!, month! - 1, date, hour, minute, second);
    return shown - Math.floor(instant / 1000) * 1000;
  }

  /** The offsets on either side of a day, by its number: asking for one takes microseconds. */
  const offsetsOfDay = new Map<number, { before: number; after: number }>();

  function offsetsAround(local: number): { before: number; after: number } {
    const number = Math.floor(local / day);
    let offsets = offsetsOfDay.get(number);
    if (!offsets) {
      offsets = { before: offsetAt((number - 1) * day), after: offsetAt((number + 2) * day) };
      offsetsOfDay.set(number, offsets);
    }
    return offsets;
  }

  return {
    instantsAt(local) {
      const { before, after } = offsetsAround(local);
      if (before === after) return [local - before];
      return [local - before, local - after]
        .filter((instant) => offsetAt(instant) === local - instant)
        .sort((a, b) => a - b);
    },
  };
}
