import type { NotifiedExcursion } from '@twinward/contracts/advisories/notification';
import type { Rationalization } from '@twinward/contracts/protections/threshold';
import { durationToMilliseconds, formatSpan } from '@twinward/domain/duration';
import { valueText } from '@twinward/domain/excursion-text';
import { aliasReferences, replacePatterns } from '@twinward/domain/language';
import { limitValue } from '@twinward/domain/limit-text';
import { limitsOfThreshold } from '@twinward/domain/limits';
import type { Db } from '../../../platform/database/database.ts';
import { latestPoints } from '../../../series/index.ts';
import { readLogicUnits, selectThresholds } from '../../protections/definition/service.ts';
import { converted, listInputConversions } from '../../system/unit/service.ts';
import { listParameters, readTextFiller } from '../../twins/parameter/service.ts';
import { type Fact, whenText } from './mail-text.ts';
import type { NotificationDetails } from './service.ts';
import type { ExcursionEvent } from './store.ts';

/**
 * Reads the details of an excursion for a notification: values and their limits, the logic, and the rationalization.
 */
export async function readDetails(db: Db, event: ExcursionEvent): Promise<NotificationDetails> {
  const { direction, at, begun, level, protection_name, threshold_name } = event;
  const values = await readValues(db, event);
  const excursion: NotifiedExcursion = {
    protection: protection_name,
    threshold: threshold_name,
    level,
    values,
    start: (direction === 'enter' ? at : begun)?.toISOString() ?? null,
    end: direction === 'enter' ? null : at.toISOString(),
  };
  const { cause = '', consequence = '', response = '' } = event.rationalization ?? {};
  const fill = await readTextFiller(db, event.twin_id, [event.logic, cause, consequence, response]);
  const logic = fill(replacePatterns(event.logic, new Map(event.patterns)));
  const known: Fact[] = [
    ['What', `${logic}${level === null ? '' : `, level ${level}`}`],
    ...(values.length === 0 ? [] : [['Values', values.map(valueText).join(', ')] as const]),
    ...(direction === 'enter' ? rationale(event.rationalization, fill) : []),
  ];
  return {
    excursion,
    facts: (timeZone) =>
      begun === null
        ? known
        : [
            ...known,
            ['Began', whenText(begun, timeZone)],
            ['Lasted', formatSpan(at.getTime() - begun.getTime())],
          ],
  };
}

/** Reads the values at the time and the limits of the inputs that the logic names. */
async function readValues(db: Db, event: ExcursionEvent): Promise<NotifiedExcursion['values']> {
  const named = new Set(aliasReferences(event.logic).map(({ name }) => name));
  const inputs = event.inputs.filter(({ alias }) => named.has(alias));
  const points = await latestPoints(
    db,
    inputs.map(({ tagId }) => tagId),
    event.at.getTime() + 1,
  );
  const conversions = await listInputConversions(db, inputs);
  const limits = await readLimits(db, event);
  return inputs.flatMap(({ alias, tagId, unit }, index) => {
    const value = converted(points.get(tagId)?.value ?? null, conversions[index]!);
    if (value === null) return [];
    const unitText = unit === '1' ? null : unit;
    const own = limits.filter((limit) => limit.alias === alias);
    const limit = own.map((one) => limitValue({ ...one, unitText })).join(' or ') || null;
    return [{ input: alias, value, unit: unitText, limit }];
  });
}

/** Reads the limits that the threshold sets. */
async function readLimits(
  db: Db,
  { protection_id, threshold_id, protection_name, twin_id, logic, inputs }: ExcursionEvent,
) {
  const thresholds = await selectThresholds(db, protection_id);
  const parameters = await listParameters(db, twin_id);
  const units = await readLogicUnits(
    db,
    [logic],
    inputs.map(({ inputUnit, tagUnit }) => ({ unit: inputUnit, mapped_tag_unit: tagUnit })),
    parameters,
  );
  const limiting = {
    id: protection_id,
    name: protection_name,
    thresholds,
    inputs: inputs.map(({ alias, tagId, inputUnit, tagUnit }) => ({
      alias,
      tagId,
      unit: inputUnit ?? tagUnit,
    })),
    parameters,
  };
  return limitsOfThreshold(limiting, threshold_id, units);
}

/** Returns the lines of an alarm's rationalization: its cause and consequence, and the response. */
function rationale(stated: Rationalization | null, fill: (text: string) => string): Fact[] {
  if (stated === null) return [];
  const within =
    stated.timeToRespond === null ? '' : formatSpan(durationToMilliseconds(stated.timeToRespond));
  const lines: Fact[] = [
    ['Cause', stated.cause],
    ['Consequence', stated.consequence],
    ['Response', stated.response],
    ['Respond within', within],
  ];
  return lines.flatMap(([label, text]) => (text === '' ? [] : [[label, fill(text)] as const]));
}
