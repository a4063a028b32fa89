import type { QueryParameter } from '@twinward/contracts/questions/query-definition';
import { expect, it } from 'vitest';
import { readParameters, writeParameter } from './parameter-address.ts';

const parameter = (part: Partial<QueryParameter>): QueryParameter => ({
  name: 'site',
  caption: 'Site',
  kind: 'text',
  many: false,
  default: null,
  ...part,
});

it.each([
  [{}, 'p.site=North', { site: 'North' }],
  [{}, '', {}],
  [{ default: 'South' }, 'p.site=', { site: null }],
  [{ kind: 'number' as const }, 'p.site=2.5', { site: 2.5 }],
  [{ kind: 'number' as const }, 'p.site=many', { site: null }],
  [{ kind: 'boolean' as const }, 'p.site=false', { site: false }],
  [{ kind: 'reference' as const, many: true }, 'p.site=1&p.site=2', { site: [1, 2] }],
  [{ kind: 'date' as const }, 'p.site=now-30d', { site: 'now-30d' }],
])('reads the parameters %j from %s', (part, address, values) => {
  expect(readParameters([parameter(part)], new URLSearchParams(address))).toEqual(values);
});

it.each([
  [{}, 'North', 'view=table&p.site=North'],
  [{}, null, 'view=table'],
  [{ default: 'South' }, null, 'view=table&p.site='],
  [{ default: 'South' }, 'South', 'view=table'],
  [{ many: true }, ['a', 'b'], 'view=table&p.site=a&p.site=b'],
])('writes the parameters %j as %j', (part, value, address) => {
  const before = new URLSearchParams('view=table&p.site=old');
  expect(writeParameter(before, parameter(part), value).toString()).toBe(address);
});
