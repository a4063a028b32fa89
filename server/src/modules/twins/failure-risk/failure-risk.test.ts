import type { FailureDistributionParameters, ProbabilityChange } from '@twinward/contracts/twins/probability';
import { durationToDays } from '@twinward/domain/duration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeAsset, makeTwin } from '../../../testing/factories.ts';
import {
  getConsequence,
  getProbability,
  type Owner,
  recalculateProbabilities,
  resolveParameters,
  saveConsequence,
  saveProbability,
} from './service.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const mission = { startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P365D' };
const noMission = { startDate: null, missionTime: null };
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const none = { distribution: 'none', type: 'none', scale: null } as const;

const probability = (change: Partial<ProbabilityChange>): ProbabilityChange => ({
  value: null,
  failureDistributionParameters: none,
  library: false,
  lifeCycleState: 'new',
  ...change,
});
const consequence = {
  value: 1000,
  scale: '',
  description: '',
  library: false,
  lifeCycleState: 'new',
} as const;

async function makeOwner(column: 'twin_id' | 'asset_id' = 'twin_id'): Promise<Owner> {
  return { column, id: column === 'twin_id' ? await makeTwin(test.db) : await makeAsset(test.db) };
}
const inTransaction = <T>(work: (db: Db) => Promise<T>) => withTransaction(test.db, work);
const save = (owner: Owner, change: ProbabilityChange, within: typeof mission | typeof noMission = mission) =>
  inTransaction((db) => saveProbability(db, owner, within, change));

describe('a saved probability', () => {
  it('has the value of its distribution within the mission', async () => {
    const owner = await makeOwner();
    expect(await getProbability(test.db, owner)).toBeNull();
    await save(owner, probability({ failureDistributionParameters: wear }));
    // 1 - exp(-((365 / 1000) ^ 2)) is 12.47 %.
    expect(await getProbability(test.db, owner)).toMatchObject({
      twinId: owner.id,
      value: 12,
      failureDistribution: 'weibull',
      failureDistributionParameters: wear,
    });
  });

  it('has no value without a mission, and gets one when the mission is set', async () => {
    const owner = await makeOwner();
    await save(owner, probability({ failureDistributionParameters: wear }), noMission);
    expect(await getProbability(test.db, owner)).toMatchObject({ value: null });
    await inTransaction((db) => recalculateProbabilities(db, owner.id, mission));
    expect(await getProbability(test.db, owner)).toMatchObject({ value: 12 });
    await inTransaction((db) =>
      recalculateProbabilities(db, owner.id, { ...mission, missionTime: 'P1000D' }),
    );
    expect(await getProbability(test.db, owner)).toMatchObject({ value: 63 });
  });

  it('keeps its parameters if no dirty flag is set', async () => {
    const owner = await makeOwner();
    await save(owner, probability({ failureDistributionParameters: wear }));
    await save(
      owner,
      probability({
        lifeCycleState: 'edit',
        dirtyFlags: [],
        failureDistributionParameters: none,
        value: 90,
      }),
    );
    expect(await getProbability(test.db, owner)).toMatchObject({
      value: 12,
      failureDistributionParameters: wear,
    });
  });

  it('is deleted when removed, and ignored when not defined', async () => {
    const owner = await makeOwner('asset_id');
    await save(owner, probability({ failureDistributionParameters: wear }));
    await save(owner, probability({ lifeCycleState: 'notDefined' }));
    expect(await getProbability(test.db, owner)).not.toBeNull();
    await save(owner, probability({ lifeCycleState: 'removed' }));
    expect(await getProbability(test.db, owner)).toBeNull();
  });
});

describe('the parameters of a change', () => {
  it('have the scale that is equivalent to a percentage', () => {
    const { scale } = resolveParameters(probability({ value: 20 }), null, mission, '');
    // 365 / -ln(1 - 0.2) is 1635.7 days.
    expect(durationToDays(scale!)).toBeCloseTo(1635.7, 1);
  });

  const life = { ...none, scale: 'P500D' };
  const wanted = (
    change: Partial<ProbabilityChange>,
    before: FailureDistributionParameters = life,
    value = 51,
  ) => resolveParameters(probability(change), { parameters: before, value }, mission, '');

  it('do not change when a record is sent back as it was read', () => {
    // A scale of 500 days gives 51.8 % within a year, which is read as 51 %.
    expect(wanted({ value: 51, failureDistributionParameters: life })).toEqual(life);
    const never = { ...none, scale: 'P5000000D' };
    expect(wanted({ value: 0, failureDistributionParameters: never }, never, 0)).toEqual(never);
  });

  it('are calculated from the changed field of a record that is sent back', () => {
    const longer = { ...none, scale: 'P800D' };
    expect(wanted({ value: 51, failureDistributionParameters: longer })).toEqual(longer);
    const { scale } = wanted({ value: 20, failureDistributionParameters: life });
    expect(durationToDays(scale!)).toBeCloseTo(1635.7, 1);
  });

  it('have the distribution that the change specifies', () => {
    const { failureDistributionParameters: _, ...rest } = probability({});
    const named = (change: Partial<ProbabilityChange>, parameters: FailureDistributionParameters) =>
      resolveParameters({ ...rest, ...change }, { parameters, value: 12 }, mission, '');
    expect(named({ failureDistribution: 'none', value: 20 }, wear)).toMatchObject({ distribution: 'none' });
    expect(named({ failureDistribution: 'weibull' }, wear)).toEqual(wear);
    expect(() => named({ failureDistribution: 'weibull' }, life)).toThrow(
      expect.objectContaining({
        id: 'invalid-request',
        errors: [expect.objectContaining({ path: 'failureDistribution' })],
      }),
    );
  });

  it.each([
    ['a percentage without a mission', { value: 20 }, noMission, 'probability.value'],
    ['a percentage over 100', { value: 101 }, mission, 'probability.value'],
    [
      'a negative scale',
      { failureDistributionParameters: { ...wear, shape: -1 } },
      mission,
      'probability.failureDistributionParameters.shape',
    ],
  ])('reject %s', (_, change, within, path) => {
    expect(() =>
      resolveParameters(probability(change as Partial<ProbabilityChange>), null, within, 'probability.'),
    ).toThrow(
      expect.objectContaining({ id: 'invalid-request', errors: [expect.objectContaining({ path })] }),
    );
  });
});

describe('a saved consequence', () => {
  it('is replaced by an edit, deleted when removed, and ignored when not defined', async () => {
    const owner = await makeOwner();
    const change = (fields: object) =>
      inTransaction((db) => saveConsequence(db, owner, { ...consequence, ...fields }));
    await change({});
    expect(await getConsequence(test.db, owner)).toMatchObject({ twinId: owner.id, value: 1000 });
    await change({ value: 2500, description: 'More', lifeCycleState: 'edit' });
    await change({ value: 1, lifeCycleState: 'notDefined' });
    expect(await getConsequence(test.db, owner)).toMatchObject({ value: 2500, description: 'More' });
    await change({ lifeCycleState: 'removed' });
    expect(await getConsequence(test.db, owner)).toBeNull();
  });

  it('is rejected if negative', async () => {
    const owner = await makeOwner();
    await expect(
      inTransaction((db) => saveConsequence(db, owner, { ...consequence, value: -1 })),
    ).rejects.toMatchObject({ errors: [{ path: 'consequence.value' }] });
    expect(await getConsequence(test.db, owner)).toBeNull();
  });
});
