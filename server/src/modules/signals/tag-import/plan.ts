import { isDeepStrictEqual } from 'node:util';
import { type NewTag, newTag, type TagType } from '@twinward/contracts/signals/tag';
import {
  changesNothing,
  type FileRow,
  type FurtherCells,
  type PlannedRow,
} from '../../jobs/row-import/service.ts';
import { type NamedTag, sourceIsFed } from '../tag/service.ts';
import { type ColumnName, listSeparator, type TagColumn, toHeading } from './columns.ts';

/** The plan for a row of the file. */
export interface PlannedTag extends PlannedRow {
  name: string;
  caption: string;
  /** The new state of the tag; null if the row has an error. */
  tag: NewTag | null;
  /** The current tag with the name; null if none exists. */
  existing: NamedTag | null;
}

/** The database records that some rows of a file refer to. */
export interface Known {
  /** The tags named in the rows. */
  tags: ReadonlyMap<string, NamedTag>;
  /** The ids of the rows' assets, by unique id. */
  assets: ReadonlyMap<string, number>;
  /** Resolves a text to the code of a unit. */
  toUnit: (text: string) => string;
  fields: FurtherCells;
}

type Cells = FileRow<TagColumn>['cells'];

/** Splits a cell with several texts. */
export const splitParts = (text: string): string[] =>
  text
    .split(listSeparator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Plans the import of a row. */
export function planRow(row: FileRow<TagColumn>, known: Known): PlannedTag {
  const { cells } = row;
  const name = cells.name ?? '';
  const existing = known.tags.get(name) ?? null;
  const plan: PlannedTag = {
    line: row.line,
    action: existing ? 'update' : 'create',
    name: name.slice(0, 200),
    caption: (cells.caption || existing?.caption || name).slice(0, 200),
    message: null,
    tag: null,
    existing,
  };
  const refuse = (message: string): PlannedTag => ({ ...plan, action: 'error', message });
  if (row.problem !== undefined) return refuse(row.problem);
  const further = known.fields.get(row.line);
  const problems: string[] = [];
  const parsed = newTag.safeParse({
    ...changeableFields(existing),
    ...readTexts(cells),
    name,
    caption: cells.caption || (cells.caption === undefined ? existing?.caption : undefined) || name,
    type: parseType(cells.type ?? '', existing, problems),
    ...(cells.unit === undefined ? {} : { unit: cells.unit === '' ? null : known.toUnit(cells.unit) }),
    ...(cells.keywords === undefined ? {} : { keywords: splitParts(cells.keywords) }),
    ...(cells.assetIds === undefined ? {} : { assetIds: parseAssets(cells.assetIds, known, problems) }),
  });
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push(`${toHeading(path[0] as ColumnName)}: ${message}`);
  problems.push(...(further?.problems ?? []));
  if (existing?.isFed && parsed.data && parsed.data.source !== existing.source)
    problems.push(`Source: ${sourceIsFed}`);
  if (problems.length > 0 || !parsed.data) return refuse(problems.join(' '));
  const isSame =
    existing !== null &&
    isDeepStrictEqual(changeableFields(parsed.data), changeableFields(existing)) &&
    changesNothing(existing.fields, further?.changes);
  const tag = { ...parsed.data, fields: further?.changes };
  return { ...plan, tag, action: isSame ? 'unchanged' : plan.action };
}

function readTexts(cells: Cells): Partial<Pick<NewTag, 'description' | 'source'>> {
  return {
    ...(cells.description === undefined ? {} : { description: cells.description }),
    ...(cells.source === undefined ? {} : { source: cells.source === '' ? null : cells.source }),
  };
}

/** Returns the fields that a row can change. */
function changeableFields(
  tag: Omit<NewTag, 'type' | 'logic' | 'aliases' | 'fields'> | null,
): Partial<NewTag> {
  if (tag === null) return {};
  const { name, caption, description, keywords, unit, source, assetIds } = tag;
  return {
    name,
    caption,
    description,
    keywords,
    unit,
    source,
    assetIds: [...assetIds].sort((a, b) => a - b),
  };
}

const types = new Map<string, TagType>([
  ['data_point', 'data_point'],
  ['data point', 'data_point'],
  ['signal', 'data_point'],
  ['calculated', 'calculated'],
  ['work', 'work'],
]);

function parseType(text: string, existing: NamedTag | null, problems: string[]): TagType {
  const type = text === '' ? (existing?.type ?? 'data_point') : types.get(text.toLowerCase());
  if (type === undefined) problems.push('Type: Please give data_point, calculated or work.');
  else if (existing && type !== existing.type)
    problems.push(`Type: The type of a tag stays, and this one is ${existing.type}.`);
  return type ?? 'data_point';
}

function parseAssets(text: string, { assets }: Known, problems: string[]): number[] {
  const ids = new Set<number>();
  for (const uniqueId of splitParts(text)) {
    const id = assets.get(uniqueId);
    if (id === undefined)
      problems.push(`Assets: There is no asset with the unique id '${uniqueId.slice(0, 200)}'.`);
    else ids.add(id);
  }
  return [...ids];
}
