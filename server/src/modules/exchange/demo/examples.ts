import { newAdvisory } from '@twinward/contracts/advisories/advisory';
import { newRiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { remediationListId } from '@twinward/contracts/system/value-list';
import { newActivity } from '@twinward/contracts/twins/activity';
import { newFailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { getAdministratorName, getSignIn } from '../../access/user/service.ts';
import { addComment, createAdvisory, transitionIn } from '../../outcomes/advisory/service.ts';
import { addMarks } from '../../outcomes/watch/service.ts';
import { shelve } from '../../protections/shelving/service.ts';
import { chooseFrom, createOption } from '../../risk/improvement/service.ts';
import { createAnalysis } from '../../risk/risk-analysis/service.ts';
import { createScenario } from '../../risk/scenario/service.ts';
import { createActivityIn } from '../../twins/activity/service.ts';
import { createFailureMode } from '../../twins/failure-mode/service.ts';
import { linkInspections } from './linked-inspections.ts';
import { getPlanner } from './planner.ts';
import { insertDemoRows } from './record-store.ts';
import type { Replay } from './replay/store.ts';

const day = 24 * 3_600_000;

/** A twin of the demo with its protection. */
interface Subject {
  assetId: number;
  twinId: number;
  protectionId: number;
}

/**
 * Loads worked examples beside the replayed machines: failure modes, activities, advisories in every state, a shelved
 * protection, a risk analysis with scenarios, and twins on the administrator's watchlist. Money amounts are assumed.
 * @returns no assets
 */
export async function loadExamples(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
  tenant: Tenant,
): Promise<number[]> {
  if (!replay) return [];
  const subjects = await selectSubjects(trx);
  const machine = subjects.get('MACHINE-01');
  const engines = [...subjects].filter(([name]) => name.startsWith('ENGINE-')).map(([, subject]) => subject);
  const planner = await getPlanner(trx, tenant);
  if (machine) await describeFailures(trx, planner, machine);
  if (engines.length >= 10) {
    await createAdvisories(trx, planner, engines);
    await linkInspections(trx, planner);
    await shelve(planner, {
      ids: [engines[9]!.protectionId],
      until: new Date(Date.now() + 7 * day).toISOString(),
      reason: 'On the test stand this week: its readings say nothing of its condition.',
    });
  }
  if (machine) await insertDemoRows(trx, 'risk analysis', [await analyze(planner, subjects)]);
  await watchSome(trx, planner, machine ? [machine, ...engines.slice(0, 3)] : []);
  progress(100);
  return [];
}

/** Selects the demo's twins that have a protection, by the unique ids of their assets, in order. */
async function selectSubjects(trx: Db): Promise<Map<string, Subject>> {
  const rows = await trx
    .selectFrom('asset')
    .innerJoin('twin', 'twin.asset_id', 'asset.id')
    .innerJoin('protection', 'protection.twin_id', 'twin.id')
    .innerJoin('demo_record', (join) =>
      join.onRef('record_id', '=', 'asset.id').on('demo_record.kind', '=', 'asset'),
    )
    .select(['unique_id', 'asset.id as assetId', 'twin.id as twinId', 'protection.id as protectionId'])
    .orderBy('unique_id')
    .execute();
  return new Map(rows.map(({ unique_id, ...subject }) => [unique_id, subject]));
}

/** Describes how the machine can fail, including one way without a protection, and the countermeasures. */
async function describeFailures(trx: Db, planner: Doer, { twinId, protectionId }: Subject): Promise<void> {
  const modes = [
    {
      name: 'Component stalls',
      description: 'The component stops turning and cools down',
      mechanism: '2.6',
      pfInterval: 'P10D',
      protectionIds: [protectionId],
      probability: { shape: 2, scale: 'P2Y' },
      consequence: 400_000,
    },
    {
      name: 'Lubricant lost',
      description: 'Nothing watches it: the machine has no sensor of pressure or level',
      mechanism: '1.1',
      protectionIds: [],
      probability: { shape: 1.2, scale: 'P8Y' },
      consequence: 150_000,
    },
  ];
  const ids: number[] = [];
  for (const { probability, consequence, ...mode } of modes) {
    const { id } = await createFailureMode(
      planner,
      newFailureMode.parse({
        twinId,
        ...mode,
        probability: {
          failureDistributionParameters: { distribution: 'weibull', type: 'cdf', ...probability },
        },
        consequence: { value: consequence, description: 'Assumed' },
      }),
    );
    ids.push(id);
  }
  await insertDemoRows(trx, 'failure mode', ids);
  const activities = [
    { name: 'Inspect the drive end', duration: 'PT4H', cost: 1_200, resource: 'Mechanic' },
    {
      name: 'Replace the component',
      duration: 'P1D',
      cost: 38_000,
      resource: 'Two mechanics, one crane',
      renews: 'all' as const,
    },
  ];
  const made: number[] = [];
  for (const activity of activities) {
    made.push((await createActivityIn(trx, planner, newActivity.parse({ twinId, ...activity }))).id);
  }
  await insertDemoRows(trx, 'activity', made);
}

/** Creates an advisory in each state that users and rules lead to, with a comment. */
async function createAdvisories(trx: Db, planner: Doer, engines: readonly Subject[]): Promise<void> {
  const { id: remediationId } = await trx
    .selectFrom('value_list_item')
    .select('id')
    .where('list_id', '=', remediationListId)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const close = { transition: 'close', reason: '', remediationId, outcome: 'confirmed' } as const;
  const by = (transition: 'submit' | 'approve' | 'reject' | 'cancel', reason = '') =>
    ({ transition, reason, remediationId: null, outcome: null }) as const;
  const examples = [
    { name: 'Borescope inspection of the core', text: 'Waits for a slot in the shop.', steps: [] },
    {
      name: 'Compressor wash',
      text: 'Please look at the trend of the last 80 hours first.',
      reviewed: true,
      steps: [by('submit')],
    },
    {
      name: 'Change the engine before the next long flight',
      text: 'A spare is at hand.',
      reviewed: true,
      steps: [by('submit'), by('approve')],
    },
    {
      name: 'Replace the fan blades',
      text: 'The blades were replaced in the last overhaul.',
      reviewed: true,
      steps: [by('submit'), by('reject', 'The blades are new: see the last overhaul.')],
    },
    {
      name: 'Trim balance',
      text: 'Vibration is back to normal.',
      steps: [by('submit'), by('cancel', 'No longer needed.')],
    },
    {
      name: 'Overhaul of the high-pressure compressor',
      text: 'Blades of stage 3 were worn, as the rule said.',
      steps: [by('submit'), close],
    },
  ];
  for (const [index, { name, text, reviewed = false, steps }] of examples.entries()) {
    const { twinId, protectionId } = engines[index]!;
    const { id } = await createAdvisory(
      planner,
      newAdvisory.parse({
        twinId,
        name,
        protectionId,
        comment: 'An example of the demo.',
        reviewerUserIds: reviewed ? [planner.userId] : [],
        targetHorizon: 'P7D',
        priority: 3,
      }),
    );
    await addComment(planner, id, text);
    for (const step of steps) await transitionIn(trx, planner, id, step);
  }
}

/** Improvement options, by the asset's unique id. Costs and lives are assumed. */
const improvements: Record<string, { name: string; cost: number; characteristicLife: string }[]> = {
  'MACHINE-01': [
    { name: 'Second lubrication pump', cost: 25_000, characteristicLife: 'P4Y' },
    { name: 'New drive', cost: 140_000, characteristicLife: 'P6Y' },
  ],
  'REACTOR-01': [{ name: 'Spare cooling pump', cost: 40_000, characteristicLife: 'P20Y' }],
  'REACTOR-02': [{ name: 'Spare cooling pump', cost: 40_000, characteristicLife: 'P20Y' }],
};

/** Creates a risk analysis of the next year, with one scenario of all improvements and one with a budget. */
async function analyze(planner: Doer, subjects: ReadonlyMap<string, Subject>): Promise<number> {
  const chosen = Object.entries(improvements).flatMap(([uniqueId, options]) => {
    const subject = subjects.get(uniqueId);
    return subject ? [{ assetId: subject.assetId, options }] : [];
  });
  const { id } = await createAnalysis(
    planner,
    newRiskAnalysis.parse({
      name: 'Plant review',
      description: 'An example: which improvements to buy with the money of this year. Costs are assumed.',
      startDate: new Date().toISOString(),
      missionTime: 'P1Y',
      probabilityThreshold: 20,
      assetIds: chosen.map(({ assetId }) => assetId),
    }),
  );
  for (const { assetId, options } of chosen) {
    for (const { name, cost, characteristicLife } of options) {
      await createOption(
        planner,
        { analysisId: id, assetId },
        { name, cost, failureModeId: null, effect: { type: 'life', shape: null, characteristicLife } },
      );
    }
  }
  const choose = async (offers: Parameters<typeof chooseFrom>[0]) => chooseFrom(offers);
  await createScenario(planner, id, { name: 'All improvements', budget: null }, choose);
  await createScenario(planner, id, { name: 'Budget of $60,000', budget: 60_000 }, choose);
  return id;
}

async function watchSome(trx: Db, planner: Doer, subjects: readonly Subject[]): Promise<void> {
  const userName = await getAdministratorName(trx);
  if (userName === null || subjects.length === 0) return;
  const { id: userId } = (await getSignIn(trx, userName))!;
  await addMarks(
    { ...planner, userId, userName },
    'watch',
    subjects.map(({ twinId }) => twinId),
  );
}
