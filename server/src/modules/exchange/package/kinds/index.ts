import type { PackageKind } from '../kind.ts';
import { assetKind } from './asset.ts';
import { benchmarkKind } from './benchmark.ts';
import { connectionKind } from './connection.ts';
import { dashboardKind } from './dashboard.ts';
import { groupKind } from './group.ts';
import { linkKind } from './link.ts';
import { listKind } from './list.ts';
import { modelKind } from './model.ts';
import { queryKind } from './query.ts';
import { recordKind } from './record.ts';
import { recordTypeKind } from './record-type.ts';
import { relationshipKind } from './relationship.ts';
import { riskAnalysisKind } from './risk-analysis.ts';
import { structureKind } from './structure.ts';
import { tagKind } from './tag.ts';
import { twinKind } from './twin.ts';
import { unitKind } from './unit.ts';
import { unitCategoryKind } from './unit-category.ts';

/** All kinds of records that packages hold, in the order in which they are shown. */
export const packageKinds: readonly PackageKind[] = [
  listKind,
  unitCategoryKind,
  unitKind,
  recordTypeKind,
  relationshipKind,
  structureKind,
  groupKind,
  queryKind,
  dashboardKind,
  benchmarkKind,
  connectionKind,
  assetKind,
  tagKind,
  modelKind,
  twinKind,
  riskAnalysisKind,
  recordKind,
  linkKind,
];

const byName = new Map<string, PackageKind>(packageKinds.map((kind) => [kind.name, kind]));

/** Finds a kind by name; undefined if this version doesn't know it. */
export const findKind = (name: string): PackageKind | undefined => byName.get(name);
