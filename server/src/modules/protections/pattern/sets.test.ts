import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { Protection } from '@twinward/contracts/protections/protection';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { makePump, type Pump, patternTime } from '../../../testing/patterns.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
});
afterAll(() => server.close());

const read = async ({ set: { id } }: Pump) =>
  (await server.ask('GET', `/api/indicator-patterns/${id}`, viewer)).json<IndicatorPattern>();
const put = (set: IndicatorPattern, change: object, headers = writer) =>
  server.ask('PUT', `/api/indicator-patterns/${set.id}`, headers, { ...set, ...change });
const putPatterns = ({ set, indicator }: Pump, patterns: object[], headers = writer) =>
  server.ask('PUT', `/api/indicator-patterns/${set.id}/patterns`, headers, {
    indicatorId: indicator.id,
    patterns,
  });
const audited = async (id: number) =>
  (
    await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'old', 'new'])
      .where('entity_type', '=', 'indicator-pattern')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, old, new: now }) => ({ action, old, now }));

describe('a new pattern protection', () => {
  it('has the given patterns and ranges, with the default pattern first', async () => {
    const pump = await makePump(server, writer);
    expect(await read(pump)).toEqual(pump.set);
    expect(pump.set).toMatchObject({
      indicatorId: pump.indicator.id,
      patterns: [
        { name: 'No match', default: true, color: '#9E9E9E' },
        { name: 'Leak', default: false, color: '#1E88E5' },
        { name: 'Wear', default: false, color: '#123ABC' },
      ],
      model: null,
      pipeline: null,
      checksum: null,
      isCurrent: false,
      strictness: 'normal',
      version: 1,
    });
    expect(pump.set.training).toHaveLength(5);
    expect(pump.set.training[0]).toEqual({
      patternId: pump.set.patterns[0]!.id,
      start: patternTime(40),
      end: patternTime(200),
    });
    expect(pump.indicator).toMatchObject({
      type: 'pattern',
      indicatorPattern: {
        id: pump.set.id,
        patterns: pump.set.patterns,
        modelVersion: null,
        isCurrent: false,
      },
    });
    // It has inputs with tags, but neither thresholds nor a model.
    expect(pump.indicator.completion.bits).toBe(1 + 4 + 8);
    expect(await audited(pump.set.id)).toMatchObject([{ action: 'create', now: { strictness: 'normal' } }]);
  });

  it('has only the default pattern if the request contains no patterns', async () => {
    const body = [{ twinId: await makeTwin(server.tenant.db), name: 'Plain', type: 'pattern' }];
    const [made] = (await server.ask('POST', '/api/indicators', writer, body)).json<Protection[]>();
    expect(made!.indicatorPattern).toMatchObject({ patterns: [{ name: 'No match', default: true }] });
  });

  it('copies the patterns of another protection, and its ranges if both belong to the same twin', async () => {
    const pump = await makePump(server, writer, { set: { strictness: 'strict', condition: '[Flow] > 5' } });
    const copy = async (twinId: number, patternsOf: number) => {
      const body = [{ twinId, name: 'Copy of Pump', type: 'pattern', patternsOf }];
      return server.ask('POST', '/api/indicators', writer, body);
    };
    const getSet = async (answer: Awaited<ReturnType<typeof copy>>) => {
      const [{ indicatorPattern }] = answer.json<[Protection]>();
      const path = `/api/indicator-patterns/${indicatorPattern!.id}`;
      return (await server.ask('GET', path, viewer)).json<IndicatorPattern>();
    };
    const named = ({ patterns, training }: IndicatorPattern) =>
      training.map(({ patternId, ...range }) => ({
        ...range,
        name: patterns.find(({ id }) => id === patternId)!.name,
      }));
    const same = await getSet(await copy(pump.twinId, pump.indicator.id));
    expect(same).toMatchObject({ strictness: 'strict', condition: '[Flow] > 5', model: null });
    expect(same.patterns.map(({ name, color }) => [name, color])).toEqual(
      pump.set.patterns.map(({ name, color }) => [name, color]),
    );
    expect(named(same)).toEqual(named(pump.set));
    const other = await getSet(await copy(await makeTwin(server.tenant.db), pump.indicator.id));
    expect(other.patterns).toHaveLength(3);
    expect(other.training).toEqual([]);
    const wrong = await copy(pump.twinId, 999_999);
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      400,
      [{ path: 'patternsOf', message: 'Please choose a pattern protection.' }],
    ]);
  });

  it('is rejected as a whole if its patterns are invalid', async () => {
    const twinId = await makeTwin(server.tenant.db);
    const refused = async (indicatorPattern: object) => {
      const body = { indicator: { twinId, name: 'Wrong' }, indicatorPattern };
      const answer = await server.ask('POST', '/api/indicators/with-pattern', writer, body);
      return [answer.statusCode, answer.json().errors?.[0]?.message ?? answer.json().message];
    };
    const range = (pattern: string, from: number, to: number) => ({
      pattern,
      start: patternTime(from),
      end: patternTime(to),
    });
    expect(await refused({ patterns: [{ name: 'A' }, { name: 'a' }] })).toEqual([
      400,
      'Please enter a unique value.',
    ]);
    expect(await refused({ training: [range('Ghost', 0, 1)] })).toEqual([400, 'Pattern not found.']);
    expect(await refused({ training: [range('No match', 0, 2), range('No match', 1, 3)] })).toEqual([
      400,
      'Ranges overlap: No match from 2024-01-01T00:00Z to 2024-01-01T00:02Z, and No match from 2024-01-01T00:01Z to 2024-01-01T00:03Z.',
    ]);
    expect(await refused({ condition: '[Missing] > 1' })).toMatchObject([400, expect.any(String)]);
    expect((await server.ask('GET', `/api/twins/${twinId}/protections`, viewer)).json()).toEqual([]);
  });

  it('cannot change its type', async () => {
    const { indicator } = await makePump(server, writer);
    const answer = await server.ask('PUT', `/api/indicators/${indicator.id}`, writer, {
      ...indicator,
      type: 'condition',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'A pattern protection stays one, and no other protection becomes one.',
    ]);
  });
});

describe('the ranges and settings of a set', () => {
  it('are replaced, with the differences in the audit trail', async () => {
    const pump = await makePump(server, writer);
    const [normal, leak] = pump.set.patterns;
    const training = [
      { patternId: normal!.id, start: patternTime(0), end: patternTime(100) },
      { patternId: leak!.id, start: patternTime(300), end: patternTime(350) },
    ];
    const answer = await put(pump.set, { training, strictness: 'strict', condition: '[Flow] > 5' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      training,
      strictness: 'strict',
      condition: '[Flow] > 5',
      version: 2,
    });
    expect((await audited(pump.set.id)).at(-1)).toMatchObject({
      action: 'update',
      old: { strictness: 'normal', condition: null },
      now: { strictness: 'strict', condition: '[Flow] > 5' },
    });
    const outdated = await put(pump.set, {});
    expect(outdated.statusCode).toBe(409);
    expect(outdated.json()).toMatchObject({
      message:
        'The patterns of Pump was changed by someone else: it is at version 2 now, your change was made on version 1.',
      current: { version: 2 },
    });
  });

  it.each<[name: string, change: (pump: Pump) => object, status: number, message: RegExp]>([
    [
      'an unknown pattern',
      () => ({ training: [{ patternId: 999_999, start: patternTime(0), end: patternTime(1) }] }),
      404,
      /^Pattern not found\.$/,
    ],
    [
      'the same time in two patterns',
      ({ set: { patterns } }) => ({
        training: [
          { patternId: patterns[1]!.id, start: patternTime(0), end: patternTime(60) },
          { patternId: patterns[2]!.id, start: patternTime(0), end: patternTime(60) },
        ],
      }),
      400,
      /Ranges overlap: Leak from 2024-01-01T00:00Z to 2024-01-01T01:00Z, and Wear from/,
    ],
    [
      'a range in the future',
      ({ set: { patterns } }) => ({
        training: [{ patternId: patterns[1]!.id, start: patternTime(0), end: '2099-01-01T00:00:00Z' }],
      }),
      400,
      /The range is in the future: Leak from/,
    ],
    [
      'a range outside of the training period',
      () => ({ trainingStart: patternTime(100), trainingEnd: patternTime(2000) }),
      400,
      /The range lies outside of the training period: No match from/,
    ],
    [
      'a range that ends before it starts',
      ({ set: { patterns } }) => ({
        training: [{ patternId: patterns[1]!.id, start: patternTime(5), end: patternTime(5) }],
      }),
      400,
      /The end of the range must be after its start\./,
    ],
    ['a condition that does not compile', () => ({ condition: '[Flow] >' }), 400, /Invalid Expression/],
    ['a condition over another name', () => ({ condition: '[Ghost] > 1' }), 400, /Ghost/],
    ['a share above one', () => ({ mostRefused: 2 }), 400, /between 0 and 1/],
    [
      'more than 5,000 ranges',
      ({ set: { patterns } }) => ({
        training: Array.from({ length: 5001 }, (_, index) => ({
          patternId: patterns[0]!.id,
          start: patternTime(index),
          end: patternTime(index + 1),
        })),
      }),
      400,
      /At most 5,000 ranges\./,
    ],
  ])('reject %s, and stay unchanged', async (_name, change, status, message) => {
    const pump = await makePump(server, writer);
    const answer = await put(pump.set, change(pump));
    expect(answer.statusCode).toBe(status);
    expect(JSON.stringify(answer.json())).toMatch(new RegExp(message.source.replace(/[\^$]/g, '')));
    expect(await read(pump)).toEqual(pump.set);
  });

  it('keep their checksum when an input is renamed', async () => {
    const pump = await makePump(server, writer, { set: { condition: '[Flow] > 5' } });
    const checksum = async () =>
      (
        await sql<{ checksum: string }>`select pattern_checksum(${pump.set.id}) as checksum`.execute(
          server.tenant.db,
        )
      ).rows[0]!.checksum;
    const before = await checksum();
    const aliases = (await server.ask('GET', `/api/twins/${pump.twinId}/tag-aliases`, viewer)).json<
      { id: number; name: string }[]
    >();
    const flow = aliases.find(({ id }) => id === pump.aliasIds.flow)!;
    const rename = await server.ask('PUT', `/api/tag-aliases/${flow.id}`, writer, { ...flow, name: 'Rate' });
    expect(rename.statusCode).toBe(200);
    expect((await read(pump)).condition).toBe('[Rate] > 5');
    expect(await checksum()).toBe(before);
    await put(await read(pump), { condition: '[Rate] > 6' });
    expect(await checksum()).not.toBe(before);
  });

  it('may include 5,000 ranges', async () => {
    const pump = await makePump(server, writer);
    const training = Array.from({ length: 5000 }, (_, index) => ({
      patternId: pump.set.patterns[index % 3]!.id,
      start: patternTime(index),
      end: patternTime(index + 1),
    }));
    const answer = await put(pump.set, { training });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().training).toHaveLength(5000);
  });

  it('can be read by viewers, but changed only by writers', async () => {
    const pump = await makePump(server, writer);
    expect((await put(pump.set, {}, viewer)).statusCode).toBe(403);
    expect((await put(pump.set, {}, {})).statusCode).toBe(401);
    expect((await put({ ...pump.set, id: 999_999 }, {})).json().message).toBe('Pattern set not found.');
    const missing = await server.ask('GET', '/api/indicator-patterns/999999', viewer);
    expect([missing.statusCode, missing.json().message]).toEqual([404, 'Pattern set not found.']);
  });
});

describe('the patterns of a set', () => {
  it('are added, renamed, swapped, reordered and removed with their ranges', async () => {
    const pump = await makePump(server, writer);
    const [normal, leak, wear] = pump.set.patterns as [object, object, object] & IndicatorPattern['patterns'];
    const answer = await putPatterns(pump, [
      normal,
      { ...wear, name: 'Leak' },
      { ...leak, name: 'Wear' },
      { name: 'Cavitation' },
    ]);
    expect(answer.statusCode).toBe(200);
    const now = answer.json<IndicatorPattern>();
    expect(now.patterns.map(({ id, name }) => [id, name])).toEqual([
      [pump.set.patterns[0]!.id, 'No match'],
      [pump.set.patterns[2]!.id, 'Leak'],
      [pump.set.patterns[1]!.id, 'Wear'],
      [expect.any(Number), 'Cavitation'],
    ]);
    expect(now.training).toEqual(pump.set.training);
    const fewer = (await putPatterns(pump, [normal, now.patterns[1]!])).json<IndicatorPattern>();
    expect(fewer.training.map(({ patternId }) => patternId)).not.toContain(pump.set.patterns[1]!.id);
    expect(fewer.training).toHaveLength(3);
    expect(fewer.version).toBe(3);
  });

  it('reject a version that is not the current one, with the ranges of missing patterns', async () => {
    const pump = await makePump(server, writer);
    const added = await putPatterns(pump, [...pump.set.patterns, { name: 'Cavitation' }]);
    expect(added.statusCode).toBe(200);
    const change = (version: number) =>
      server.ask('PUT', `/api/indicator-patterns/${pump.set.id}/patterns`, writer, {
        indicatorId: pump.indicator.id,
        patterns: [pump.set.patterns[0], { ...pump.set.patterns[1], name: 'Leakage' }],
        version,
      });
    const outdated = await change(pump.set.version);
    expect(outdated.statusCode).toBe(409);
    expect(outdated.json()).toMatchObject({
      message:
        'The patterns of Pump was changed by someone else: it is at version 2 now, your change was made on version 1.',
      current: added.json(),
    });
    expect(await read(pump)).toEqual(added.json());
    const current = await change(2);
    expect(current.json()).toMatchObject({
      patterns: [{ name: 'No match' }, { name: 'Leakage' }],
      version: 3,
    });
  });

  it('always include No match', async () => {
    const pump = await makePump(server, writer);
    const [normal, leak, wear] = pump.set.patterns;
    const removed = await putPatterns(pump, [leak!, wear!]);
    expect([removed.statusCode, removed.json().message]).toEqual([409, 'No match can’t be removed.']);
    const renamed = await putPatterns(pump, [{ ...normal, name: 'Normal' }, leak!]);
    expect([renamed.statusCode, renamed.json().message]).toEqual([409, 'No match can’t be renamed.']);
    const second = await putPatterns(pump, [normal!, { name: 'no match' }]);
    expect([second.statusCode, second.json().errors[0].message]).toEqual([
      400,
      'Please enter a unique value.',
    ]);
    expect(await read(pump)).toEqual(pump.set);
  });

  it('reject the removal of a pattern used by a threshold, and name the threshold', async () => {
    const pump = await makePump(server, writer);
    const [normal, leak] = pump.set.patterns;
    // Logic as it is shown; its stored form is tested with the translation.
    await sql`
      insert into threshold (protection_id, position, name, logic)
      values (${pump.indicator.id}, 0, 'Leaking', 'MATCHESPATTERN("Wear") and [Flow] < 20')`.execute(
      server.tenant.db,
    );
    const answer = await putPatterns(pump, [normal!, leak!]);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The pattern Wear can’t be removed: it is named by Leaking.',
    ]);
  });

  it('reject ids that are not in the set, and another protection', async () => {
    const pump = await makePump(server, writer);
    const other = await makePump(server, writer);
    const foreign = await putPatterns(pump, [pump.set.patterns[0]!, other.set.patterns[1]!]);
    expect([foreign.statusCode, foreign.json().message]).toEqual([404, 'Pattern not found.']);
    const mixed = await putPatterns({ ...pump, indicator: other.indicator }, pump.set.patterns);
    expect(mixed.statusCode).toBe(400);
    expect((await putPatterns(pump, [], viewer)).statusCode).toBe(403);
    expect((await putPatterns(pump, [], {})).statusCode).toBe(401);
  });
});
