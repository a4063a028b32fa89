import { describe, expect, it } from 'vitest';
import { type AuditStyle, describeChanges, maximumChanges, maximumCharacters } from './describe.ts';

const names: Record<string, string> = {
  'tag 4': 'PI-101',
  'failure-mode 9': 'Leak',
  'group VIEWERS': 'Viewers',
};
const style: AuditStyle = {
  timeZone: 'Europe/Berlin',
  currencySymbol: '€',
  findName: (kind, id) => names[`${kind} ${id}`] ?? null,
};

type Facts = Record<string, unknown> | null;
const changes = (entityType: string, old: Facts, now: Facts) =>
  describeChanges({ entityType, old, new: now }, style).map(({ field, old: was, new: is }) => [
    field,
    was,
    is,
  ]);

describe('the changes of an audit entry', () => {
  it.each<[string, string, unknown, [string, string]]>([
    ['twin', 'active', true, ['Active', 'Yes']],
    ['twin', 'missionTime', 'P1Y6M', ['Mission time', '1 year 6 months']],
    ['twin', 'startDate', '2024-07-01T10:30:00.000Z', ['Start date', '2024-07-01 12:30 PM']],
    ['work', 'cost', 12_500, ['Cost', '€12,500']],
    ['tag', 'unit', 'Cel', ['Unit', '°C']],
    ['risk-analysis', 'probabilityThreshold', 75, ['Opportunity threshold', '75 %']],
    ['indicator-pattern', 'confidence', 0.85, ['Minimum confidence', '85 %']],
    ['setting', 'mailDays', 90, ['Keep sent mails for', '90 days']],
    ['setting', 'idleMinutes', 1, ['Sign out when idle for', '1 minute']],
    ['setting', 'port', 2525, ['Port', '2525']],
    ['advisory', 'outcome', 'false-alarm', ['Outcome', 'False alarm']],
    ['protection', 'type', 'condition', ['Type', 'Condition protection']],
    ['tag-alias', 'mappedTagId', 4, ['Tag', 'PI-101']],
    ['protection', 'failureModeIds', [9, 10], ['Failure modes', 'Leak, No. 10, deleted']],
    ['user', 'assignedGroups', ['VIEWERS', 'OLD'], ['Groups', 'Viewers, OLD']],
    ['user', 'mobilePhone', '123', ['Mobile phone', '123']],
    ['failure-mode', 'failure_mechanism', '1.1', ['Failure mechanism', '1.1']],
    ['asset', 'Inspection class', 'II', ['Inspection class', 'II']],
  ])('use the captions and units of the forms: %s %s', (entityType, name, value, [caption, text]) => {
    expect(changes(entityType, null, { [name]: value })).toEqual([[caption, '', text]]);
  });

  it('have both values, and omit equal, empty and technical fields', () => {
    expect(
      changes(
        'asset',
        { assetName: 'A', description: '', size: 1, version: 1, id: 3 },
        { assetName: 'B', description: null, size: 1, version: 2, id: 3 },
      ),
    ).toEqual([['Name', 'A', 'B']]);
  });

  it('prefix the fields of a nested object with its name', () => {
    expect(
      changes(
        'twin',
        { consequence: { value: 100, library: false } },
        { consequence: { value: 2000, library: false } },
      ),
    ).toEqual([['Consequence: Cost of failure', '€100', '€2,000']]);
  });

  it('compare the items of a list one by one, matched by id', () => {
    const high = { id: 1, name: 'High', level: 500, logic: '[P] > 4', onDelay: 0 };
    const low = { id: 2, name: 'Low', level: 250, logic: '[P] < 1', onDelay: 60_000 };
    expect(
      changes(
        'protection',
        { thresholds: [high, low] },
        {
          thresholds: [
            { ...low, name: 'Lowest' },
            { ...high, level: 750 },
          ],
        },
      ),
    ).toEqual([
      ['Threshold High: Level', '500', '750'],
      ['Threshold Lowest: Name', 'Low', 'Lowest'],
    ]);
    expect(changes('protection', { thresholds: [high] }, { thresholds: [high, low] })).toEqual([
      ['Threshold Low', '', 'Level: 250; Logic: [P] < 1; On-delay: 1 minute'],
    ]);
    expect(changes('protection', { thresholds: [high] }, { thresholds: [] })).toEqual([
      ['Threshold High', 'Level: 500; Logic: [P] > 4; On-delay: 0 seconds', ''],
    ]);
  });

  it('use the captions of record fields and list items', () => {
    expect(
      changes('record-type', null, { 'fields.size': { name: 'size', caption: 'Size', required: true } }),
    ).toEqual([
      ['Field Size: Caption', '', 'Size'],
      ['Field Size: Name', '', 'size'],
      ['Field Size: Required', '', 'Yes'],
    ]);
    expect(
      changes(
        'list',
        { order: [1, 2], 'item 1': { value: 'a', caption: 'First' } },
        { order: [2, 1], 'item 1': { value: 'a', caption: 'Foremost' } },
      ),
    ).toEqual([
      ['Item Foremost: Caption', 'First', 'Foremost'],
      ['Order of the items', '', 'Rearranged'],
    ]);
  });

  it('do not change the captions and values of records', () => {
    expect(changes('record', { version: 'P1D', State: 'Open' }, { version: 'P2D', State: 'Closed' })).toEqual(
      [
        ['State', 'Open', 'Closed'],
        ['version', 'P1D', 'P2D'],
      ],
    );
  });

  it('are bounded in number and length', () => {
    const many = Object.fromEntries(
      Array.from({ length: maximumChanges + 5 }, (_, i) => [`field${i}`, i + 1]),
    );
    const described = changes('setting', null, many);
    expect(described).toHaveLength(maximumChanges + 1);
    expect(described.at(-1)).toEqual(['Further fields', '', '5 more differ']);
    const [, , text] = changes('query', null, { name: 'x'.repeat(maximumCharacters + 7) })[0]!;
    expect(text).toHaveLength(maximumCharacters + '… (7 more characters)'.length);
  });
});
