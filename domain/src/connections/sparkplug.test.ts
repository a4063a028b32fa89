import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type NodeState,
  parseSparkplugTopic,
  receiveSparkplug,
  restoreNode,
  type SparkplugMetric,
  type SparkplugPayload,
  toKeptNode,
  unknownNode,
} from './sparkplug.ts';
import { readMetric } from './sparkplug-value.ts';

const metric = (over: Partial<SparkplugMetric>): SparkplugMetric => ({
  name: null,
  alias: null,
  time: null,
  type: null,
  isHistorical: false,
  isNull: false,
  value: null,
  quality: null,
  unit: null,
  ...over,
});

const payload = (seq: number | null, time: number | null, ...metrics: Partial<SparkplugMetric>[]) =>
  ({ seq, time, metrics: metrics.map(metric) }) satisfies SparkplugPayload;

const arrival = 9000;

/** Sends messages, each by its type (with the device), to a node. */
function send(start: NodeState, ...messages: [type: string, SparkplugPayload][]) {
  let node = start;
  return messages.map(([type, message]) => {
    const [kind, device] = type.split(' ');
    const topic = parseSparkplugTopic(`spBv1.0/plant/${kind}/press${device ? `/${device}` : ''}`);
    const received = receiveSparkplug(node, topic!, message, arrival);
    node = received.node;
    return received;
  });
}

const nodeBirth: [string, SparkplugPayload] = [
  'NBIRTH',
  payload(
    0,
    1000,
    { name: 'bdSeq', type: 4, value: 7n },
    { name: 'Node Control/Rebirth', type: 11, value: false },
    { name: 'Load', alias: '1', type: 10, value: 1.5 },
    { name: 'Operator', alias: '2', type: 12 },
  ),
];
const deviceBirth: [string, SparkplugPayload] = [
  'DBIRTH ram',
  payload(1, 1100, { name: 'Force/Left', alias: '3', type: 2, value: 0xfffe, time: 1050 }),
];

describe('topics', () => {
  it.each([
    ['spBv1.0/plant/NBIRTH/press', { group: 'plant', type: 'NBIRTH', node: 'press', device: '' }],
    ['spBv1.0/plant/DDATA/press/ram', { group: 'plant', type: 'DDATA', node: 'press', device: 'ram' }],
    ['spBv1.0/plant/NCMD/press', null],
    ['spBv1.0/STATE/scada', null],
    ['spBv1.0/plant/NDATA/press/ram', null],
    ['spBv1.0/plant/DDATA/press', null],
    ['spBv1.0/plant/DDATA/press/ram/more', null],
    ['spAv1.0/plant/NBIRTH/press', null],
  ])('reads %s', (topic, expected) => {
    expect(parseSparkplugTopic(topic)).toEqual(expected);
  });
});

describe('values', () => {
  it.each<[string, number, Partial<SparkplugMetric>, number | null, string]>([
    ['Int8 in 32 bits', 1, { value: 0xffffffff }, -1, 'good'],
    ['Int8 in 8 bits', 1, { value: 0xff }, -1, 'good'],
    ['Int16', 2, { value: 0xfffe }, -2, 'good'],
    ['Int32', 3, { value: 0x80000000 }, -2147483648, 'good'],
    ['Int64', 4, { value: 2n ** 64n - 5n }, -5, 'good'],
    ['Int64 beyond 2^53', 4, { value: 2n ** 53n + 1n }, 2 ** 53, 'uncertain'],
    ['UInt8', 5, { value: 200 }, 200, 'good'],
    ['UInt16', 6, { value: 65535 }, 65535, 'good'],
    ['UInt32', 7, { value: 4294967295 }, 4294967295, 'good'],
    ['UInt32 in the field of 64 bits', 7, { value: 4294967295n }, 4294967295, 'good'],
    ['UInt64 beyond 2^53', 8, { value: 2n ** 64n - 1n }, 2 ** 64, 'uncertain'],
    ['Float', 9, { value: Math.fround(0.1) }, Math.fround(0.1), 'good'],
    ['Double', 10, { value: -2.25 }, -2.25, 'good'],
    ['Double that is no number', 10, { value: Number.NaN }, null, 'bad'],
    ['Boolean true', 11, { value: true }, 1, 'good'],
    ['Boolean false', 11, { value: false }, 0, 'good'],
    ['null', 10, { isNull: true, value: 3 }, null, 'bad'],
    ['no value', 10, {}, null, 'bad'],
    ['quality 192', 10, { value: 3, quality: 192 }, 3, 'good'],
    ['quality 500, stale', 10, { value: 3, quality: 500 }, 3, 'uncertain'],
    ['quality 0', 10, { value: 3, quality: 0 }, null, 'bad'],
    ['a fraction in an integer', 3, { value: 1.5 }, null, 'bad'],
  ])('reads %s', (_, type, over, value, quality) => {
    expect(readMetric(metric(over), type)).toEqual({ value, quality });
  });
});

describe('a session', () => {
  it('delivers numbers of births and data, by name and by alias', () => {
    const [birth, device, data, deviceData] = send(
      unknownNode,
      nodeBirth,
      deviceBirth,
      ['NDATA', payload(2, 1200, { alias: '1', value: 2.5 }, { alias: '2' })],
      ['DDATA ram', payload(3, null, { alias: '3', value: 40 })],
    );
    expect(birth!.points).toEqual([{ source: 'plant/press//Load', time: 1000, value: 1.5, quality: 'good' }]);
    expect(device!.points).toEqual([
      { source: 'plant/press/ram/Force/Left', time: 1050, value: -2, quality: 'good' },
    ]);
    expect(data!.points).toEqual([{ source: 'plant/press//Load', time: 1200, value: 2.5, quality: 'good' }]);
    expect(deviceData!.points).toEqual([
      { source: 'plant/press/ram/Force/Left', time: arrival, value: 40, quality: 'good' },
    ]);
  });

  it('makes values uncertain after a lost message, until the next birth of the node', () => {
    const sent = send(
      unknownNode,
      nodeBirth,
      deviceBirth,
      ['NDATA', payload(3, 1200, { alias: '1', value: 2.5 })],
      ['NDATA', payload(4, 1300, { alias: '1', value: 2.6 })],
      nodeBirth,
      ['NDATA', payload(1, 1400, { alias: '1', value: 2.7 })],
    );
    expect(sent.map((one) => one.points.map((point) => point.quality).join())).toEqual([
      'good',
      'good',
      'uncertain',
      'uncertain',
      'good',
      'good',
    ]);
    expect(sent.flatMap((one) => one.notices)).toEqual([
      'plant/press: messages are missing between seq 1 and 3. Its values are uncertain until its next birth.',
    ]);
  });

  it('delivers historical values with their times, and does not count them as the latest', () => {
    const [, data] = send(unknownNode, nodeBirth, [
      'NDATA',
      payload(1, 2000, { alias: '1', value: 9, time: 500, isHistorical: true }),
    ]);
    expect(data!.points).toEqual([{ source: 'plant/press//Load', time: 500, value: 9, quality: 'good' }]);
    expect(data!.node.latest).toBe(1000);
  });

  it('resolves names without a birth, but no aliases', () => {
    const [data] = send(unknownNode, [
      'DDATA ram',
      payload(17, 1200, { name: 'Force', type: 10, value: 1 }, { alias: '3', value: 2 }),
    ]);
    expect(data!.points).toEqual([
      { source: 'plant/press/ram/Force', time: 1200, value: 1, quality: 'uncertain' },
    ]);
    expect(data!.notices).toHaveLength(1);
  });

  it('requests a birth if an alias is unknown', () => {
    const [, data] = send(unknownNode, nodeBirth, ['NDATA', payload(1, 1200, { alias: '77', value: 1 })]);
    expect(data!.node.condition).toBe('incomplete');
    expect(data!.points).toEqual([]);
  });

  it('forgets all devices at a birth of the node, but no others at the birth of a device', () => {
    const sent = send(unknownNode, nodeBirth, deviceBirth, [
      'DBIRTH table',
      payload(2, 1100, { name: 'Turns', alias: '4', type: 7, value: 3 }),
    ]);
    expect([...sent[2]!.node.metrics.keys()]).toEqual([
      '/Load',
      '/Operator',
      'ram/Force/Left',
      'table/Turns',
    ]);
    const [again] = send(sent[2]!.node, nodeBirth);
    expect([...again!.node.metrics.keys()]).toEqual(['/Load', '/Operator']);
    expect(again!.node.aliases.has('3')).toBe(false);
  });
});

describe('deaths', () => {
  it('end the sources of a device at the time given by the node', () => {
    const [, , death] = send(unknownNode, nodeBirth, deviceBirth, ['DDEATH ram', payload(2, 1500)]);
    expect(death!.death).toEqual({ prefix: 'plant/press/ram/', time: 1500 });
    expect(death!.node.condition).toBe('complete');
  });

  it.each([
    ['the time of receipt, since the will was written when the node connected', 900, arrival],
    ['the time given by the node if it disconnects normally', 1500, 1500],
  ])('end all sources of a node at %s', (_, stated, time) => {
    const [, death] = send(unknownNode, nodeBirth, [
      'NDEATH',
      payload(null, stated, { name: 'bdSeq', type: 4, value: 7n }),
    ]);
    expect(death!.death).toEqual({ prefix: 'plant/press/', time });
    expect(death!.node.condition).toBe('dead');
  });

  it('of an earlier session are ignored', () => {
    const [, death] = send(unknownNode, nodeBirth, [
      'NDEATH',
      payload(null, 1500, { name: 'bdSeq', type: 4, value: 6n }),
    ]);
    expect(death!.death).toBeNull();
    expect(death!.node.condition).toBe('complete');
  });

  it('have a time after the last point, even if the clock of the node is ahead', () => {
    const ahead = arrival + 60_000;
    const [, , death] = send(
      unknownNode,
      nodeBirth,
      ['NDATA', payload(1, ahead, { alias: '1', value: 1 })],
      ['NDEATH', payload(null, 900, { name: 'bdSeq', type: 4, value: 7n })],
    );
    expect(death!.death!.time).toBe(ahead + 1);
  });

  it('make values uncertain until the next birth', () => {
    const [, , data] = send(
      unknownNode,
      nodeBirth,
      ['NDEATH', payload(null, null)],
      ['NDATA', payload(1, 1600, { alias: '1', value: 1 })],
    );
    expect(data!.points.map((point) => point.quality)).toEqual(['uncertain']);
  });
});

it('continues after a restart', () => {
  const [, device] = send(unknownNode, nodeBirth, deviceBirth);
  const restored = restoreNode(JSON.parse(JSON.stringify(toKeptNode('plant/press', device!.node))));
  expect(restored).toEqual(device!.node);
});

it('marks exactly the values after the first lost message, for any lost messages', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 700 }), (kept) => {
      let node = send(unknownNode, nodeBirth)[0]!.node;
      let run = 0;
      let isLost = false;
      for (const [at, isKept] of kept.entries()) {
        run = isKept ? 0 : run + 1;
        // 256 lost messages in a row leave no trace.
        fc.pre(run < 256);
        if (!isKept) continue;
        isLost ||= at > 0 && !kept[at - 1];
        const [received] = send(node, [
          'NDATA',
          payload((at + 1) % 256, 2000 + at, { alias: '1', value: at }),
        ]);
        node = received!.node;
        expect(received!.points).toEqual([
          {
            source: 'plant/press//Load',
            time: 2000 + at,
            value: at,
            quality: isLost ? 'uncertain' : 'good',
          },
        ]);
      }
    }),
    { numRuns: 50 },
  );
});
