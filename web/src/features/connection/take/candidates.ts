import type { Unit } from '@twinward/contracts/system/unit';
import type { TakenSource } from '../api/sources.ts';

/** A source from which a tag can be created. */
export interface Candidate {
  source: string;
  name: string;
  /** Names of its folders, from the root; empty if the system has no folders. */
  folders: readonly string[];
  description: string;
  /** The unit as text in the system. */
  unit: string | null;
  value: number | null;
  time: string | null;
}

/** The parts that form the names of new tags. */
export type Naming = 'name' | 'folder' | 'path' | 'source';

export const namingLabels: Record<Naming, string> = {
  name: 'Name',
  folder: 'Folder and name',
  path: 'All folders and name',
  source: 'Source',
};

const longestName = 200;

export function nameBy(naming: Naming, { source, name, folders }: Candidate): string {
  switch (naming) {
    case 'name':
      return name.slice(0, longestName);
    case 'folder':
      return [...folders.slice(-1), name].join('.').slice(-longestName);
    case 'path':
      return [...folders, name].join('.').slice(-longestName);
    case 'source':
      return source.slice(0, longestName);
  }
}

/** The first naming with unique names. */
export function findNaming(candidates: readonly Candidate[]): Naming {
  const differ = (naming: Naming) =>
    new Set(candidates.map((candidate) => nameBy(naming, candidate))).size === candidates.length;
  return (['name', 'folder', 'path'] as const).find(differ) ?? 'source';
}

/** Converts a unit of another system to a UCUM code, by code, symbol or name; empty if unknown. */
export function unitCode(written: string, units: readonly Unit[]): string {
  const text = written.trim();
  const lower = text.toLowerCase();
  const found =
    units.find(({ code }) => code === text) ??
    units.find(({ abbreviation }) => abbreviation === text) ??
    units.find(({ name, code }) => name.toLowerCase() === lower || code.toLowerCase() === lower);
  return found?.code ?? '';
}

export interface TagPlan {
  naming: Naming;
  prefix: string;
  /** Names and captions that were typed, by source. */
  typed: ReadonlyMap<string, { name?: string; caption?: string }>;
  /** UCUM codes by unit of the system. The empty text stands for sources without a unit. */
  units: ReadonlyMap<string, string>;
  assetIds: readonly number[];
  factor: number;
  offset: number;
}

export const tagName = (candidate: Candidate, { naming, prefix, typed }: TagPlan): string =>
  typed.get(candidate.source)?.name ?? prefix + nameBy(naming, candidate);

export const tagCaption = (candidate: Candidate, { typed }: TagPlan): string =>
  typed.get(candidate.source)?.caption ?? candidate.name.slice(0, longestName);

export const tagUnit = ({ unit }: Candidate, { units }: TagPlan): string => units.get(unit ?? '') ?? '';

export const toTaken = (candidates: readonly Candidate[], plan: TagPlan): TakenSource[] =>
  candidates.map((candidate) => ({
    source: candidate.source,
    factor: plan.factor,
    offset: plan.offset,
    name: tagName(candidate, plan).trim(),
    caption: tagCaption(candidate, plan).trim(),
    description: candidate.description.slice(0, 4000),
    unit: tagUnit(candidate, plan).trim() || null,
    assetIds: [...plan.assetIds],
  }));

/** The validation error of the names of new tags: empty or duplicate names. Null if valid. */
export function nameProblem(candidates: readonly Candidate[], plan: TagPlan): string | null {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const name = tagName(candidate, plan).trim();
    if (name === '') return `${candidate.source} has no name.`;
    if (seen.has(name)) return `Two tags would be named ${name}.`;
    seen.add(name);
  }
  return null;
}
