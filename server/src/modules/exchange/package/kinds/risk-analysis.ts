import { text, wholeDollars } from '@twinward/contracts/core/primitives';
import { newImprovementOption, optionEffect } from '@twinward/contracts/risk/improvement';
import { riskAnalysisChange } from '@twinward/contracts/risk/risk-analysis';
import { failureDistributionParameters } from '@twinward/contracts/twins/probability';
import { compareTexts, toStableJson } from '@twinward/domain/exchange/json';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { getAssetsByUniqueId } from '../../../assets/asset/service.ts';
import { createOption, deleteOption, listOptions } from '../../../risk/improvement/service.ts';
import {
  createAnalysis,
  deleteAnalysis,
  getAnalysis,
  readMovedEntries,
  replaceMovedEntries,
  updateAnalysis,
} from '../../../risk/risk-analysis/service.ts';
import { furtherValues, toFurtherChanges, toFurtherValues } from '../further-values.ts';
import { defineKind } from '../kind.ts';
import { selectAnalysisId, selectModesOfAsset, selectNamedOptions, selectNamesakes } from '../store.ts';

const { name, description, startDate, missionTime, endDate, probabilityThreshold } = riskAnalysisChange.shape;
const failureMode = z.string().max(100).nullable().default(null).describe('Null: of the asset as a whole');
const option = z.strictObject({
  failureMode,
  name: newImprovementOption.shape.name,
  cost: newImprovementOption.shape.cost,
  effect: optionEffect,
});
const schema = z.strictObject({
  name: name.unwrap(),
  description: description.unwrap().default(''),
  startDate: startDate.unwrap().default(null),
  missionTime: missionTime.unwrap().default(null),
  endDate: endDate.unwrap().default(null),
  probabilityThreshold: probabilityThreshold.unwrap().default(50),
  fields: furtherValues,
  assets: z
    .array(
      z.strictObject({
        asset: z.string().min(1).max(100).describe('Its unique id'),
        improve: z.boolean().default(false),
        improveDescription: text(500).default(''),
        improveCost: wholeDollars.nullable().default(null),
        consequence: wholeDollars.nullable().default(null).describe('Null: what the twin or asset says'),
        probabilities: z
          .array(
            z.strictObject({ failureMode, parameters: failureDistributionParameters, library: z.boolean() }),
          )
          .max(1000)
          .default([])
          .describe('Those that hold in this analysis alone'),
        options: z.array(option).max(1000).default([]).describe('Options of improvement'),
      }),
    )
    .max(100_000)
    .refine((all) => new Set(all.map(({ asset }) => asset)).size === all.length, 'An asset occurs twice.')
    .default([]),
});
type AnalysisRecord = z.infer<typeof schema>;
type Option = z.infer<typeof option>;

async function readAnalysis(actor: Actor, key: string): Promise<AnalysisRecord | null> {
  const { db } = actor.tenant;
  const id = await selectAnalysisId(db, key);
  if (id === null) return null;
  const analysis = await getAnalysis(db, id);
  const [fields] = await toFurtherValues(db, 'risk-analysis', [analysis.fields]);
  const options = new Map<number, Option[]>();
  for (const { assetId, ...own } of await selectNamedOptions(db, id)) {
    const others = options.get(assetId) ?? [];
    others.push(toOption(own));
    options.set(assetId, others);
  }
  return {
    name: analysis.name,
    description: analysis.description,
    startDate: analysis.startDate,
    missionTime: analysis.missionTime,
    endDate: analysis.endDate,
    probabilityThreshold: analysis.probabilityThreshold,
    fields: fields!,
    assets: (await readMovedEntries(db, id)).map(({ assetId, ...entry }) => ({
      ...entry,
      options: options.get(assetId) ?? [],
    })),
  };
}

type OptionRow = Omit<Awaited<ReturnType<typeof selectNamedOptions>>[number], 'assetId'>;

const toOption = ({ failureMode: mode, name: called, cost, ...row }: OptionRow): Option => ({
  failureMode: mode,
  name: called,
  cost,
  effect:
    row.effect === 'life'
      ? { type: 'life', shape: row.shape, characteristicLife: row.scale! }
      : { type: 'probability', percent: row.percent! },
});

/** Writes the assets of a record's analysis, with their improvement options. */
async function writeAssets(actor: Actor, analysisId: number, { assets }: AnalysisRecord): Promise<void> {
  const { db } = actor.tenant;
  const known = await getAssetsByUniqueId(
    db,
    assets.map(({ asset }) => asset),
  );
  const ids = new Map(known.map(({ uniqueId, id }) => [uniqueId, id]));
  refuseProblems(
    assets.flatMap(({ asset }, place) =>
      ids.has(asset) ? [] : [{ path: `assets.${place}.asset`, message: `There is no asset '${asset}'.` }],
    ),
  );
  const entries = assets.map(({ options: _, ...entry }) => entry);
  await replaceMovedEntries(actor, analysisId, entries, ids);
  const before = await selectNamedOptions(db, analysisId);
  const withOptions = new Set(before.map(({ assetId }) => assetId));
  for (const { asset, options } of assets) {
    const subject = { analysisId, assetId: ids.get(asset)! };
    if (options.length > 0 || withOptions.has(subject.assetId)) await writeOptions(actor, subject, options);
  }
}

async function writeOptions(
  actor: Actor,
  subject: { analysisId: number; assetId: number },
  wanted: readonly Option[],
): Promise<void> {
  const { db } = actor.tenant;
  const missing = new Map(wanted.map((one) => [toStableJson(one), one]));
  for (const { id, failureMode: mode, name: called, cost, effect } of await listOptions(db, subject)) {
    const key = toStableJson({ failureMode: mode, name: called, cost, effect });
    if (!missing.delete(key)) await deleteOption(actor, subject, id);
  }
  const modes = new Map((await selectModesOfAsset(db, subject.assetId)).map((row) => [row.name, row.id]));
  for (const { failureMode: mode, ...rest } of missing.values()) {
    const failureModeId = mode === null ? null : (modes.get(mode) ?? null);
    if (mode !== null && failureModeId === null)
      refuseProblems([{ path: 'assets', message: `There is no failure mode '${mode}' for ${rest.name}.` }]);
    await createOption(actor, subject, { ...rest, failureModeId });
  }
}

/** Risk analyses with their statements about assets, by name. Their figures and scenarios are derived from these. */
export const riskAnalysisKind = defineKind<AnalysisRecord>({
  name: 'risk-analysis',
  caption: 'Risk analyses',
  access: 'write:risk-analysis',
  schema,
  toKey: (record) => record.name,
  listReferences: ({ assets, fields }) => [
    ...assets.map(({ asset }, place) => ({ kind: 'asset', key: asset, path: `assets.${place}.asset` })),
    ...assets.flatMap(({ asset, probabilities, options }, place) =>
      [...probabilities, ...options].some((one) => one.failureMode !== null)
        ? [{ kind: 'twin', key: asset, path: `assets.${place}` }]
        : [],
    ),
    ...(Object.keys(fields).length === 0
      ? []
      : [{ kind: 'record-type', key: 'risk-analysis', path: 'fields' }]),
  ],
  listUnnamed: ({ actor }, limit) => selectNamesakes(actor.tenant.db, 'risk-analysis', limit),
  async read({ actor }, keys) {
    const records = new Map<string, AnalysisRecord>();
    for (const key of [...keys].sort(compareTexts)) {
      const record = await readAnalysis(actor, key);
      if (record) records.set(key, record);
    }
    return records;
  },
  async create({ actor }, { assets, ...record }) {
    const { db } = actor.tenant;
    const { id } = await createAnalysis(actor, {
      ...record,
      fields: await toFurtherChanges(db, 'risk-analysis', record.fields),
      assetIds: [],
      assets: [],
    });
    await writeAssets(actor, id, { assets, ...record });
  },
  async update({ actor }, { assets, ...record }) {
    const { db } = actor.tenant;
    const { id, version } = await getAnalysis(db, (await selectAnalysisId(db, record.name))!);
    await updateAnalysis(actor, id, {
      ...record,
      fields: await toFurtherChanges(db, 'risk-analysis', record.fields),
      version,
    });
    await writeAssets(actor, id, { assets, ...record });
  },
  async delete({ actor }, key) {
    const id = await selectAnalysisId(actor.tenant.db, key);
    if (id !== null) await deleteAnalysis(actor, id);
  },
});
