import type { Row } from '../../connectors/maximo/peer.ts';
import { engineAsset, machineAsset } from '../../modules/exchange/demo/assets.ts';

/**
 * What Maximo holds of the demo's machine and engines. The work orders are made up, and placed by the calendar alone, so
 * that the past is the same after a restart.
 */

export const site = 'DEMO';
const engineCount = 100;
const hour = 3_600_000;
/** Months of work orders before and after the present one. */
const [monthsBack, monthsAhead] = [24, 3];
const may = 4;

const known = [machineAsset, ...Array.from({ length: engineCount }, (_, at) => engineAsset(at + 1))];

export const assets = (): Row[] =>
  known.map(({ uniqueId, assetName }, at) => ({
    ...{ assetuid: at + 1, assetnum: uniqueId, siteid: site, description: assetName, status: 'OPERATING' },
    ...{ assettype: at === 0 ? 'MACHINE' : 'ENGINE', changedate: Date.UTC(2020, 0, 1) },
  }));

/** An inspection of each asset in every quarter, and a repair of the machine every May. */
export function workOrders(now: number): Row[] {
  const date = new Date(now);
  /** Since 1970. */
  const present = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
  const rows: Row[] = [];
  for (let month = present - monthsBack; month <= present + monthsAhead; month++) {
    for (const [at, { uniqueId }] of known.entries()) {
      if (month % 3 !== at % 3) continue;
      const start = Date.UTC(1970, month, 1 + (at % 28), 8);
      const inspection = { worktype: 'PM', description: 'Inspection of the quarter', assetnum: uniqueId };
      rows.push(workOrder(month * 1000 + at, inspection, start, start + 4 * hour, now));
    }
    const failure = Date.UTC(1970, month, 18, 14);
    if (month % 12 !== may || failure > now) continue;
    const repair = { worktype: 'CM', description: 'Component replaced after it stalled' };
    const of = { ...repair, assetnum: machineAsset.uniqueId };
    rows.push(workOrder(month * 1000 + 999, of, failure, failure + 30 * hour, now));
  }
  return rows;
}

/** A work order as it is at a time: planned, at work, or done. */
function workOrder(number: number, given: Row, start: number, finish: number, now: number): Row {
  const [isStarted, isFinished] = [start <= now, finish <= now];
  const changed = isFinished ? finish : isStarted ? start : Math.min(now, start - 14 * 24 * hour);
  return {
    ...{ workorderid: number, wonum: String(number), siteid: site, istask: 0, ...given },
    ...{
      status: isFinished ? 'COMP' : isStarted ? 'INPRG' : 'APPR',
      changedate: changed,
      statusdate: changed,
    },
    ...{ schedstart: start, actstart: isStarted ? start : null, actfinish: isFinished ? finish : null },
    ...{ lead: 'WILSON', actlabhrs: isFinished ? (finish - start) / hour : null },
  };
}
