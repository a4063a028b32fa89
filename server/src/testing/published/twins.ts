import { simulateProtection } from '../../modules/proof/simulation/run.ts';
import { trainPatterns } from '../../modules/protections/pattern/training/run.ts';
import { importParameters } from '../../modules/twins/parameter-import/jobs.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../factories.ts';
import type { Writer } from './writer.ts';

/** Writes of twins and their parts. */
export async function writeTwins({ db, write, ask, carryOut }: Writer): Promise<void> {
  const twin = await write('POST /api/twins', [], { assetId: await makeAsset(db) });
  const changed = await write('PUT /api/twins/:id', [twin.id], {
    description: 'Spare',
    version: twin.version,
  });
  await write('PUT /api/twins/with-risk', [], {
    twin: { id: twin.id, description: 'Main', version: changed.version },
  });
  await write('PUT /api/twins/active', [], { twinIds: [twin.id], active: true });
  const mode = await write('POST /api/failure-modes', [], { twinId: twin.id, name: 'Leak' });
  await write('PUT /api/failure-modes/with-risk', [], {
    failureMode: { id: mode.id, name: 'Leakage', version: mode.version },
  });
  const [consequence] = await write(
    'POST /api/consequences',
    [],
    [{ failureModeId: mode.id, value: 100, lifeCycleState: 'new' }],
  );
  await write('PUT /api/consequences/:id', [consequence.id], { value: 200, lifeCycleState: null });
  await write('DELETE /api/consequences/:id', [consequence.id]);
  await write('DELETE /api/failure-modes/:id', [mode.id]);
  const activity = await write('POST /api/activities', [], { twinId: twin.id, name: 'Service' });
  await write('PUT /api/activities/:id', [activity.id], { name: 'Service 1', version: activity.version });
  await write('DELETE /api/activities/:id', [activity.id]);
  const range = { start: '2024-01-01T00:00:00Z', end: '2024-01-02T00:00:00Z' };
  const annotation = await write('POST /api/annotations', [], { twinId: twin.id, ...range, text: 'Leak' });
  await write('PUT /api/annotations/:id', [annotation.id], {
    ...range,
    text: 'Leak at the seal',
    version: annotation.version,
  });
  await write('DELETE /api/annotations/:id', [annotation.id]);
  const ranges = await write('POST /api/twins/:id/marked-ranges', [twin.id], range);
  await write('DELETE /api/twins/:id/marked-ranges/:rangeId', [twin.id, ranges.id]);
  await write('PUT /api/twins/:id/parameters', [twin.id], {
    parameters: [{ name: 'trip', value: 7.1 }],
    version: (await ask('GET', `/api/twins/${twin.id}`)).version,
  });
  const { commandId } = await write('POST /api/twins/parameters/imports', [], undefined, {
    file: { name: 'parameters.csv', content: `Unique id,Parameter,Value\n${twin.assetUniqueId},trip,8` },
  });
  await carryOut(commandId, { 'import-parameters': importParameters });
  await write('POST /api/twins/parameters/imports/:commandId/run', [commandId]);
  await write('POST /api/twins/:id/copy', [twin.id], { assetIds: [await makeAsset(db)] });
  await ask('GET', `/api/twins/${twin.id}`);
  await write('DELETE /api/twins/:id', [twin.id]);
}

/** Writes of protections and their simulations. */
export async function writeProtections({ db, write, carryOut }: Writer): Promise<void> {
  const tagId = await makeTag(db);
  const twinId = await makeTwin(db, {
    active: true,
    aliases: [{ name: 'Temperature', type: 'data_point', mappedTagId: tagId }],
  });
  const thresholds = [{ name: 'High', logic: '[Temperature] > 2', level: 500 }];
  const [protection] = await write('POST /api/indicators', [], [{ twinId, name: 'High', thresholds }]);
  const changed = await write('PUT /api/indicators/:id', [protection.id], {
    name: 'Higher',
    thresholds,
    version: protection.version,
  });
  await write('POST /api/indicators/shelve', [], {
    ids: [protection.id],
    reason: 'Maintenance',
    until: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await write('POST /api/indicators/unshelve', [], { ids: [protection.id] });
  const times = ['2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z'];
  const points = times.map((time, value) => ({ time, value }));
  await write('POST /api/tags/:id/data-points', [tagId], points);
  const range = { startTime: times[0], endTime: '2024-01-03T00:00:00Z' };
  const simulation = { indicatorId: protection.id, twinId, ...range };
  const { id, commandId } = await write('POST /api/simulations', [], simulation);
  await carryOut(commandId, { 'simulate-protection': simulateProtection });
  await write('POST /api/simulations/:id/apply', [id]);
  const again = await write('POST /api/simulations', [], simulation);
  await write('DELETE /api/simulations/:id', [again.id]);
  await write('POST /api/simulations', [], simulation);
  await write('DELETE /api/indicators/:id/simulations', [protection.id]);
  await db
    .updateTable('protection')
    .set({ set_aside_at: new Date(), error: 'Too much work.' })
    .where('id', '=', changed.id)
    .execute();
  await write('POST /api/indicators/:id/retry', [protection.id]);
  await write('DELETE /api/indicators/:id', [protection.id]);

  const first = await write('POST /api/indicators/with-activity', [], {
    indicator: { twinId, name: 'Service', type: 'activity' },
    activityAction: 'insert',
    activity: { name: 'Oil change' },
    tagAlias: { name: 'Service' },
    tag: { name: 'SERVICE', caption: 'Service' },
    interval: { intervalType: 'calendar', expectedInterval: 'P30D' },
  });
  await write('PUT /api/indicators/:id/with-activity', [first.indicator.id], {
    indicator: { ...first.indicator, name: 'Service 1' },
    activity: { id: first.activity.id, name: 'Oil change 1', version: first.activity.version },
  });
}

/** Writes of pattern protections. */
export async function writePatterns({ db, write, carryOut }: Writer): Promise<void> {
  const tagIds = [await makeTag(db), await makeTag(db)];
  const twinId = await makeTwin(db, {
    aliases: [
      { name: 'Temperature', type: 'data_point', mappedTagId: tagIds[0]! },
      { name: 'Load', type: 'data_point', mappedTagId: tagIds[1]! },
    ],
  });
  const begin = Date.UTC(2024, 0, 1);
  const points = Array.from({ length: 240 }, (_, minute) => ({
    time: begin + minute * 60_000,
    value: minute < 120 ? minute % 7 : 50 + (minute % 5),
  }));
  for (const tagId of tagIds) await write('POST /api/tags/:id/data-points', [tagId], points);
  const { indicator, indicatorPattern } = await write('POST /api/indicators/with-pattern', [], {
    indicator: { twinId, name: 'Heat' },
    indicatorPattern: { patterns: [{ name: 'Hot' }] },
  });
  const { id } = indicatorPattern;
  const changed = await write('PUT /api/indicator-patterns/:id/patterns', [id], {
    indicatorId: indicator.id,
    patterns: [...indicatorPattern.patterns, { name: 'Cold' }],
  });
  const [normal, hot] = changed.patterns;
  const range = (patternId: number, from: number, to: number) => ({
    patternId,
    start: begin + from * 60_000,
    end: begin + to * 60_000,
  });
  const tagAliasIds = await selectAliases(db, twinId);
  await write('PUT /api/indicators/:id', [indicator.id], {
    name: 'Heat',
    type: 'pattern',
    tagAliasIds,
    version: indicator.version,
  });
  await write('PUT /api/indicator-patterns/:id', [id], {
    training: [range(normal.id, 0, 100), range(hot.id, 120, 200)],
    version: changed.version,
  });
  const train = async () => (await write('POST /api/indicator-patterns/:id/train', [id])).commandId;
  await train();
  await write('PUT /api/indicator-patterns/:id/train/notify', [id]);
  await write('DELETE /api/indicator-patterns/:id/train/notify', [id]);
  await write('POST /api/indicator-patterns/:id/train/cancel', [id]);
  const { commandId } = await db
    .selectFrom('pattern_training')
    .select('command_id as commandId')
    .executeTakeFirstOrThrow();
  await carryOut(commandId, { 'train-patterns': trainPatterns });
  for (let version = 1; version <= 2; version++) {
    await carryOut(await train(), { 'train-patterns': trainPatterns });
  }
  await write('POST /api/indicator-patterns/:id/versions/:version/apply', [id, 2]);
  await write('POST /api/indicator-patterns/:id/feedback', [id], {
    start: begin + 205 * 60_000,
    end: begin + 215 * 60_000,
    answerId: hot.id,
    verdict: 'right',
  });
  await write('POST /api/indicator-patterns/:id/similar', [id], {
    start: begin + 130 * 60_000,
    end: begin + 140 * 60_000,
  });
  await write('POST /api/indicators/:id/deviation-tags', [indicator.id], { tagAliasId: tagAliasIds[0]! });
}

async function selectAliases(db: Writer['db'], twinId: number): Promise<number[]> {
  const rows = await db.selectFrom('tag_alias').select('id').where('twin_id', '=', twinId).execute();
  return rows.map(({ id }) => id);
}

/** Writes of advisories. */
export async function writeAdvisories({ db, write }: Writer): Promise<void> {
  const twinId = await makeTwin(db);
  await makeProtection(db, { twinId });
  const advisory = await write('POST /api/advisories', [], { twinId, name: 'Look at it' });
  const changed = await write('PUT /api/advisories/:id', [advisory.id], {
    name: 'Look at it soon',
    version: advisory.version,
  });
  await write('POST /api/advisories/:id/comments', [advisory.id], { text: 'I did.' });
  const attachment = await write('POST /api/advisories/:id/attachments', [advisory.id], undefined, {
    file: { name: 'photo.txt', content: 'A picture' },
  });
  const attachmentId = attachment.id ?? attachment.attachments[0].id;
  await write('DELETE /api/advisories/:id/attachments/:attachmentId', [advisory.id, attachmentId]);
  await write('POST /api/advisories/changes', [], { advisoryIds: [advisory.id], change: { priority: 5 } });
  await write('POST /api/advisories/:id/transition', [advisory.id], {
    transition: 'submit',
    version: changed.version,
  });
  const asking = await write('POST /api/advisories', [], {
    twinId,
    name: 'Grease it',
    work: { system: 'SAP', shortDescription: 'Grease it' },
  });
  await write('POST /api/advisories/:id/transition', [asking.id], {
    transition: 'submit',
    version: asking.version,
  });
  await write('POST /api/advisories/:id/work-request/send', [asking.id]);
  await write('POST /api/advisories/transition', [], { advisoryIds: [advisory.id], transition: 'approve' });
  await db
    .updateTable('advisory')
    .set({ state: 'closed', outcome: 'no-action', remediation_id: 1, closed_at: new Date() })
    .where('id', '=', advisory.id)
    .execute();
  await write('PUT /api/value-ledger/:id', [advisory.id], { cost: 100, version: 0 });
  await write('DELETE /api/value-ledger/:id', [advisory.id]);
  const draft = await write('POST /api/advisories', [], { twinId, name: 'A draft' });
  await write('DELETE /api/advisories/:id', [draft.id]);
}
