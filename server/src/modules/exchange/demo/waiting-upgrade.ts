import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { getTaxonomyByCaption } from '../../assets/taxonomy/service.ts';
import {
  DefinitionChecks,
  lockAndReadTwins,
  readTwinDefinition,
  writeDefinitions,
} from '../twin-definition/service.ts';
import { createMovedModel, freeModelName } from '../twin-model/service.ts';
import { getPlanner } from './planner.ts';
import { insertDemoRows } from './record-store.ts';
import type { Replay } from './replay/store.ts';
import { selectTwinsByUniqueId, selectVersionIds } from './store.ts';
import { sensors } from './turbofan.ts';

/** The engines whose upgrade is pending; the limit of the second was tuned. */
const uniqueIds = ['ENGINE-021', 'ENGINE-022', 'ENGINE-023'] as const;
const tuned = uniqueIds[1];

/**
 * Loads a model of the engines with two published versions, and brings three engines to the first one. An upgrade is
 * pending, with a conflict on the engine whose limit was tuned.
 * @returns no assets
 */
export async function loadWaitingUpgrade(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
  tenant: Tenant,
): Promise<number[]> {
  const twins = replay ? await selectTwinsByUniqueId(trx, uniqueIds) : [];
  if (twins.length < uniqueIds.length) return [];
  const planner = await getPlanner(trx, tenant);
  const first = withTagNames(await readTwinDefinition(trx, twins[0]!.twinId));
  const modelId = await createModel(trx, planner, [first, improved(first)]);
  await insertDemoRows(trx, 'twin model', [modelId]);
  const [versionId] = await selectVersionIds(trx, modelId);
  for (const { twinId, uniqueId } of twins) {
    await bringTo(trx, planner, twinId, uniqueId === tuned ? withWornLimit(first, 1418) : first, versionId!);
  }
  progress(100);
  return [];
}

const columnsByCaption = new Map(sensors.map(({ caption, column }) => [caption, column]));

/** Adds patterns of tag names to the inputs, so that the model can be applied to other engines. */
const withTagNames = (definition: ModelDefinition): ModelDefinition => ({
  ...definition,
  tagAliases: definition.tagAliases.map((input) => ({
    ...input,
    tagNamePattern: `{uniqueId}.${input.type === 'work' ? 'REMOVAL' : columnsByCaption.get(input.name)}`,
  })),
});

/** Sets the gas temperature limit of the threshold Worn. */
const withWornLimit = (definition: ModelDefinition, limit: number): ModelDefinition => ({
  ...definition,
  indicators: definition.indicators.map((indicator) => ({
    ...indicator,
    thresholds: indicator.thresholds.map((threshold) =>
      threshold.name === 'Worn'
        ? { ...threshold, logic: threshold.logic.replace('> 1417', `> ${limit}`) }
        : threshold,
    ),
  })),
});

/** Returns the second version: with an earlier limit, and the failure mode that the protection detects. */
function improved(first: ModelDefinition): ModelDefinition {
  const definition = withWornLimit(first, 1416);
  const id = 1 + Math.max(...listPartIds(first));
  return {
    ...definition,
    failureModes: [
      {
        id,
        name: 'Compressor worn',
        description: 'The blades of the high-pressure compressor lose efficiency with each flight',
        mechanism: '2.4',
        cause: '3.4',
        pfInterval: 'P14D',
        probability: null,
        consequence: null,
      },
    ],
    indicators: definition.indicators.map((indicator) => ({ ...indicator, failureModeIds: [id] })),
  };
}

const listPartIds = ({ tagAliases, indicators }: ModelDefinition): number[] => [
  ...[...tagAliases, ...indicators].map(({ id }) => id),
  ...indicators.flatMap(({ thresholds }) => thresholds.map(({ id }) => id!)),
];

/** @param versions 1.0.0 and 1.1.0 */
async function createModel(
  trx: Db,
  planner: Doer,
  [first, second]: readonly [ModelDefinition, ModelDefinition],
): Promise<number> {
  const findClass = await getTaxonomyByCaption(trx);
  const place = { category: 'Rotating', class: 'Gas turbines', type: 'Aero-derivative' };
  return createMovedModel(planner, {
    name: await freeModelName(trx, 'Turbofan engine'),
    description: 'An example of the demo: three engines wait for the upgrade to its second version.',
    active: true,
    taxonomyId: findClass(place) ?? null,
    author: 'Twinward demo',
    manufacturer: '',
    model: '',
    accessLevel: 'tenant',
    versions: [
      {
        state: 'published',
        major: 1,
        minor: 0,
        patch: 0,
        notes: 'As the engines had it.',
        definition: first,
      },
      {
        state: 'published',
        major: 1,
        minor: 1,
        patch: 0,
        notes: 'Worn is seen some flights earlier, and the failure mode behind it is named.',
        definition: second,
      },
    ],
  });
}

async function bringTo(
  trx: Db,
  planner: Doer,
  twinId: number,
  definition: ModelDefinition,
  modelVersionId: number,
): Promise<void> {
  const twin = found((await lockAndReadTwins(trx, [twinId]))[0], 'Twin');
  const options = { checks: new DefinitionChecks(), startPatterns: false };
  const [written] = await writeDefinitions(trx, planner, [{ twin, definition, modelVersionId }], options);
  if (written!.problem !== null) throw new AppError('conflict', written!.problem);
}
