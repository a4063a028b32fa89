import { type Asset, type NewAsset, newAsset } from '@twinward/contracts/assets/asset';
import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import {
  changesNothing,
  type FileRow,
  type FurtherCells,
  type PlannedRow,
} from '../../jobs/row-import/service.ts';
import { type AssetColumn, type ColumnName, textColumns, toHeading, toTexts } from './columns.ts';

/** The plan for a row of the file. */
export interface PlannedAsset extends PlannedRow {
  uniqueId: string;
  assetName: string;
  /** The new state of the asset, without its parent's id, which may not exist yet. */
  asset: Omit<NewAsset, 'parentId'> | null;
  /** The unique id of its parent; empty at the top level. */
  parent: string;
  /** The current state of the asset with that unique id. */
  existing: Asset | null;
}

/** The current parent of an asset. */
export interface Place {
  id: number;
  /** Unique id of its parent; null at the top level. */
  parent: string | null;
}

/** The state of the database that concerns a file's assets. */
export interface Known {
  /** The assets with the rows' unique ids. */
  assets: ReadonlyMap<string, Asset>;
  /** By unique id: these assets, the parents named by rows, and the ancestors of both. */
  places: ReadonlyMap<string, Place>;
  taxonomy: readonly TaxonomyEntry[];
  fields: FurtherCells;
}

/** Plans an import of the rows, parents before children. */
export function planRows(rows: readonly FileRow<AssetColumn>[], known: Known): PlannedAsset[] {
  const terms = indexTaxonomy(known.taxonomy);
  const first = new Map<string, number>();
  const planned = rows.map((row) => {
    const uniqueId = row.cells.uniqueId ?? '';
    const plan = planRow(row, known, terms);
    const earlier = first.get(uniqueId);
    if (earlier !== undefined) refuse(plan, `The row ${earlier} has the same unique id.`);
    else if (uniqueId !== '') first.set(uniqueId, row.line);
    return plan;
  });
  refuseCycles(planned, known);
  return inOrder(planned, known);
}

function refuse(plan: PlannedAsset, message: string): void {
  plan.action = 'error';
  plan.message ??= message;
}

type Terms = ReturnType<typeof indexTaxonomy>;

/** Taxonomy entries by their captions, in lower case. */
function indexTaxonomy(taxonomy: readonly TaxonomyEntry[]) {
  const key = (...captions: (string | undefined)[]) =>
    captions.map((caption) => caption?.toLowerCase() ?? '').join('\n');
  const entries = new Map(
    taxonomy.map((entry) => [key(entry.category.caption, entry.class?.caption, entry.type?.caption), entry]),
  );
  return (category: string, ofClass: string, type: string) => entries.get(key(category, ofClass, type));
}

function planRow(row: FileRow<AssetColumn>, known: Known, terms: Terms): PlannedAsset {
  const { assets, places } = known;
  const { cells } = row;
  const uniqueId = cells.uniqueId ?? '';
  const existing = assets.get(uniqueId) ?? null;
  const plan: PlannedAsset = {
    line: row.line,
    action: existing ? 'update' : 'create',
    uniqueId: uniqueId.slice(0, 200),
    assetName: (cells.assetName ?? existing?.assetName ?? '').slice(0, 200),
    message: null,
    asset: null,
    parent: cells.parent ?? places.get(uniqueId)?.parent ?? '',
    existing,
  };
  if (row.problem !== undefined) {
    refuse(plan, row.problem);
    return plan;
  }
  const problems: string[] = [];
  const classification = classify(cells, existing, terms, problems);
  const parsed = newAsset.safeParse({
    ...(existing ? changeableFields(existing) : {}),
    ...readTexts(cells),
    ...(cells.kind === undefined ? {} : { isEquipment: parseKind(cells.kind, problems) }),
    ...(cells.criticality === undefined ? {} : { criticality: cells.criticality.toUpperCase() || null }),
    ...classification,
    parentId: null,
    fields: known.fields.get(row.line)?.changes ?? {},
  });
  problems.push(...(known.fields.get(row.line)?.problems ?? []));
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push(`${toHeading(path[0] as ColumnName)}: ${message}`);
  if (problems.length > 0 || !parsed.data) {
    refuse(plan, problems.join(' '));
    return plan;
  }
  const { parentId: _, ...asset } = parsed.data;
  return { ...plan, asset };
}

function readTexts(cells: FileRow<AssetColumn>['cells']): Partial<Record<ColumnName, string>> {
  return Object.fromEntries(
    textColumns.filter((name) => cells[name] !== undefined).map((name) => [name, cells[name]]),
  );
}

function parseKind(text: string, problems: string[]): boolean {
  const kind = text.toLowerCase();
  if (kind !== '' && kind !== 'equipment' && kind !== 'location')
    problems.push("Kind: Please enter 'equipment' or 'location'.");
  return kind !== 'location';
}

type ClassificationIds = Pick<NewAsset, 'categoryId' | 'classId' | 'typeId'>;

const none: ClassificationIds = { categoryId: null, classId: null, typeId: null };

const toIds = (asset: Asset): ClassificationIds => ({
  categoryId: asset.category?.id ?? null,
  classId: asset.class?.id ?? null,
  typeId: asset.type?.id ?? null,
});

function classify(
  cells: FileRow<AssetColumn>['cells'],
  existing: Asset | null,
  terms: Terms,
  problems: string[],
): ClassificationIds {
  const { category, class: ofClass, type } = cells;
  if (category === undefined && ofClass === undefined && type === undefined) {
    return existing ? toIds(existing) : none;
  }
  const [a, b, c] = [category ?? '', ofClass ?? '', type ?? ''].map((text) => text.slice(0, 200));
  if (a === '' && b === '' && c === '') return none;
  if (a === '') problems.push('Category: A class needs its category.');
  else if (b === '' && c !== '') problems.push('Class: A type needs its class.');
  else {
    const top = terms(a!, '', '');
    const middle = top && b !== '' ? terms(a!, b!, '') : undefined;
    const bottom = middle && c !== '' ? terms(a!, b!, c!) : undefined;
    if (!top) problems.push(`Category: There is no category '${a}'.`);
    else if (b !== '' && !middle)
      problems.push(`Class: There is no class '${b}' in the category ${top.category.caption}.`);
    else if (c !== '' && !bottom)
      problems.push(`Type: There is no type '${c}' in the class ${middle!.class!.caption}.`);
    return { categoryId: top?.id ?? null, classId: middle?.id ?? null, typeId: bottom?.id ?? null };
  }
  return none;
}

function changeableFields(asset: Asset): Partial<NewAsset> {
  const { isEquipment, criticality, outOfServiceAt, connectionId } = asset;
  return { ...toTexts(asset), isEquipment, criticality, outOfServiceAt, connectionId };
}

/** Rejects rows that would put an asset below itself: each row of the cycle. */
function refuseCycles(planned: readonly PlannedAsset[], { places }: Known): void {
  const rows = new Map(
    planned.filter((plan) => plan.action !== 'error').map((plan) => [plan.uniqueId, plan]),
  );
  const findParent = (uniqueId: string): string | null =>
    rows.get(uniqueId)?.parent || (rows.has(uniqueId) ? null : (places.get(uniqueId)?.parent ?? null));
  const settled = new Set<string>();
  for (const start of rows.keys()) {
    const way: string[] = [];
    const onWay = new Set<string>();
    let at: string | null = start;
    while (at !== null && !settled.has(at) && !onWay.has(at)) {
      way.push(at);
      onWay.add(at);
      at = findParent(at);
    }
    if (at !== null && onWay.has(at)) {
      const circle = way.slice(way.indexOf(at));
      for (const uniqueId of circle) {
        const plan = rows.get(uniqueId);
        if (plan)
          refuse(plan, `Parent: It would be below itself: ${[...circle, at].slice(0, 20).join(' in ')}.`);
      }
    }
    for (const uniqueId of way) settled.add(uniqueId);
  }
}

/** Resolves the parent of each row, from the top down. */
function inOrder(planned: readonly PlannedAsset[], { places }: Known): PlannedAsset[] {
  const rows = new Map<string, PlannedAsset>();
  for (const plan of planned) if (!rows.has(plan.uniqueId)) rows.set(plan.uniqueId, plan);
  const ordered: PlannedAsset[] = [];
  const done = new Set<PlannedAsset>();
  for (const plan of planned) {
    const way: PlannedAsset[] = [];
    let at: PlannedAsset | undefined = plan;
    while (at && !done.has(at)) {
      done.add(at);
      way.push(at);
      at = at.action !== 'error' && at.parent ? rows.get(at.parent) : undefined;
    }
    for (const one of way.reverse()) {
      settleParent(one, rows, places);
      settleChange(one, places);
      ordered.push(one);
    }
  }
  return ordered;
}

function settleParent(
  plan: PlannedAsset,
  rows: ReadonlyMap<string, PlannedAsset>,
  places: Known['places'],
): void {
  if (plan.action === 'error' || plan.parent === '' || places.has(plan.parent)) return;
  const row = rows.get(plan.parent);
  if (!row) refuse(plan, `Parent: There is no asset with the unique id '${plan.parent.slice(0, 200)}'.`);
  else if (row.action === 'error') refuse(plan, `Parent: Row ${row.line}, which creates it, has an error.`);
}

/** Whether an asset already equals its row and stays unchanged. */
function settleChange(plan: PlannedAsset, places: Known['places']): void {
  const { existing, asset } = plan;
  if (plan.action !== 'update' || !existing || !asset) return;
  const current: Record<string, unknown> = { ...changeableFields(existing), ...toIds(existing) };
  const { fields, ...own } = asset;
  const isSame =
    Object.entries(own).every(([name, value]) => value === current[name]) &&
    changesNothing(existing.fields, fields);
  if (isSame && plan.parent === (places.get(existing.uniqueId)?.parent ?? '')) plan.action = 'unchanged';
}
