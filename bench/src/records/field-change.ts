import { setTimeout as delay } from 'node:timers/promises';
import { recordTypeChange } from '@twinward/contracts/records/record-type';
import { createRecord, listRecords } from '@twinward/server/src/modules/records/record/service.ts';
import { getType, updateRecordType } from '@twinward/server/src/modules/records/record-type/service.ts';
import type { BenchContext, BenchRow } from '../row.ts';
import { buildIndexes, type Scene, toActor } from './scene.ts';

const people = 20;

/** Measures the longest wait for a save or a list while a field is added, indexed, and removed. */
export async function fieldChangeBench(context: BenchContext, scene: Scene): Promise<BenchRow[]> {
  const { db } = context.database;
  const actor = toActor(context, scene);
  const {
    id: _,
    mayWrite: __,
    systemFields: ___,
    name: ____,
    isSystem: _____,
    slots: ______,
    ...type
  } = {
    ...(await getType(db, scene.name)),
    mayWrite: true,
    systemFields: [],
  };
  const added = { name: 'added', caption: 'Added', kind: 'number' };
  const times: number[] = [];
  const done = new AbortController();
  const work = async (person: number): Promise<void> => {
    for (let turn = 0; !done.signal.aborted; turn++) {
      const begun = performance.now();
      if (turn % 2 === 0) await createRecord(actor, scene.name, { fields: { t1: `Person ${person}` } });
      else await listRecords(actor, scene.name, { filters: [], sorts: [], pageNumber: 1, pageSize: 100 });
      const took = performance.now() - begun;
      times.push(took);
      await delay(Math.max(0, 1000 - took));
    }
  };
  const working = Promise.all(Array.from({ length: people }, (_, person) => work(person)));
  await delay(2000);
  const change = (fields: unknown[], version: number) =>
    updateRecordType(actor, scene.name, recordTypeChange.parse({ ...type, fields, version }));
  const { version } = await change([...type.fields, added], type.version);
  await buildIndexes(context, scene);
  await change(type.fields, version);
  await buildIndexes(context, scene);
  done.abort();
  await working;
  const value = Math.max(...times);
  return [
    {
      name: 'records: longest wait while a field is added and removed',
      value,
      unit: 'ms',
      peer: 'limit of 1,000 ms',
      peerValue: 1000,
      ratio: 1000 / value,
      target: 1,
    },
  ];
}
