import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { toWall } from '@twinward/domain/time-zone';
import { parse } from 'date-fns/parse';

/**
 * A wall-clock time of any time zone. The "local" fields of this Date hold it regardless of the browser's time zone, so
 * every day has 24 hours, including hours that the browser's zone skips. The calendar library constructs its results
 * with the class of its arguments.
 */
export class WallDate extends Date {}

const fields = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;
for (const field of fields) {
  for (const verb of ['get', 'set'] as const) {
    Object.defineProperty(WallDate.prototype, `${verb}${field}`, {
      value: Date.prototype[`${verb}UTC${field}`],
    });
  }
}
Object.defineProperty(WallDate.prototype, 'getDay', { value: Date.prototype.getUTCDay });
Object.defineProperty(WallDate.prototype, 'getTimezoneOffset', { value: () => 0 });

type Adapter = new (...options: ConstructorParameters<typeof AdapterDateFns>) => AdapterDateFns;
const adapters = new Map<string, Adapter>();

/** The adapter of the date pickers for a zone (IANA name), in which all dates are `WallDate`s. */
export function wallCalendar(timeZone: string): Adapter {
  const known = adapters.get(timeZone);
  if (known !== undefined) return known;
  const now = (): WallDate => new WallDate(toWall(Date.now(), timeZone));
  const adapter = class extends AdapterDateFns {
    override date = ((value?: string | null) => {
      if (value === undefined) return now();
      return value === null ? null : new WallDate(value);
    }) as AdapterDateFns['date'];
    override getInvalidDate = (): Date => new WallDate(Number.NaN);
    override parse = (text: string, format: string): Date | null =>
      text === ''
        ? null
        : parse(text, format, now(), this.locale === undefined ? {} : { locale: this.locale });
  };
  adapters.set(timeZone, adapter);
  return adapter;
}
