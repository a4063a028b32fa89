import { knownQuantities, measuredQuantities, measureTheSame } from './quantity.ts';
import { splitWords, type Word, wordMatch } from './words.ts';

/** The text of an input that tags are compared with. */
export interface AliasText {
  name: string;
  description: string;
  keywords: readonly string[];
  /** UCUM code */
  unit: string | null;
}

/** A candidate tag for an input. */
export interface TagText {
  name: string;
  caption: string;
  description: string;
  keywords: readonly string[];
  /** UCUM code */
  unit: string | null;
  /** Whether the tag is linked to the input's own asset, to another, or to none. */
  assets: 'own' | 'other' | 'none';
}

const scoreParts = ['name', 'keywords', 'unit', 'description', 'asset'] as const;
type ScorePart = (typeof scoreParts)[number];

/** A part of a score: how well it matches, its weight, and the matching words. */
interface PartScore {
  part: ScorePart;
  score: number;
  /** The weights of a score's parts sum to 1. */
  weight: number;
  matched: string[];
}

export interface Score {
  /** 0 to 1 */
  score: number;
  parts: PartScore[];
}

/** Weights of the parts if all can be compared. */
const weights: Readonly<Record<ScorePart, number>> = {
  name: 0.45,
  keywords: 0.15,
  unit: 0.15,
  description: 0.1,
  asset: 0.15,
};

/** An input, split into words once for all comparisons. */
export interface PreparedAlias {
  name: Word[];
  description: Word[];
  keywords: { text: string; words: Word[] }[];
  unit: string | null;
  /** Quantities that the name mentions. */
  quantities: string[];
  asset: Word[];
}

/** @param assetNames the name and unique id of the input's asset, which the names of tags often contain */
export function prepareAlias(alias: AliasText, assetNames: readonly string[]): PreparedAlias {
  const name = splitWords(alias.name);
  return {
    name,
    description: splitWords(alias.description),
    keywords: alias.keywords.map((text) => ({ text, words: splitWords(text) })),
    unit: alias.unit,
    quantities: name.flatMap(({ text, meaning }) => [text, ...meaning]),
    asset: assetNames.flatMap(splitWords),
  };
}

/** A tag, split into words once for all comparisons. */
export interface PreparedTag {
  /** Words of name and caption. */
  title: Word[];
  everything: Word[];
  unit: string | null;
  assets: TagText['assets'];
}

export function prepareTag({ name, caption, description, keywords, unit, assets }: TagText): PreparedTag {
  const title = distinct([...splitWords(name), ...splitWords(caption)]);
  const everything = distinct([...title, ...splitWords(description), ...keywords.flatMap(splitWords)]);
  return { title, everything, unit, assets };
}

/** Factor for a tag that the input can't read: its unit measures something else. */
const unreadable = 0.3;

/**
 * Returns how likely it is that a tag is the source of an input, 0 to 1, with the reasons. A part that the input or the
 * tag lacks is left out, and the weights of the others are scaled up.
 * @param isReadable whether the tag's unit can be converted to the input's
 */
export function scoreTag(alias: PreparedAlias, tag: PreparedTag, isReadable = true): Score {
  const { title, everything } = tag;
  const parts = [
    namePart(alias, title, everything),
    keywordPart(alias, everything),
    unitPart(alias, tag.unit),
    descriptionPart(alias, everything),
    assetPart(alias, tag, title),
  ].filter((part) => part !== null);
  if (parts.length === 0) return { score: 0, parts: [] };
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const score = parts.reduce((sum, part) => sum + part.score * part.weight, 0) / total;
  return {
    score: clamp(isReadable ? score : score * unreadable),
    parts: parts.map((part) => ({ ...part, score: clamp(part.score), weight: part.weight / total })),
  };
}

/** Factor for a match only in the description or the keywords. */
const elsewhere = 0.8;

/**
 * Returns the share of the input's name that the tag's name and caption contain. The reverse share has a small weight:
 * of two tags that contain all words of the input, the one with fewer other words is preferred.
 */
function namePart(alias: PreparedAlias, title: readonly Word[], everything: readonly Word[]) {
  if (alias.name.length === 0) return null;
  const inTitle = coverage(alias.name, title);
  const anywhere = coverage(alias.name, everything);
  const covered = Math.max(inTitle.score, anywhere.score * elsewhere);
  const own = title.filter((word) => !word.isNumber && best(word, alias.asset).score < 1);
  const explained = own.length === 0 ? 1 : coverage(own, alias.name).score;
  const matched = inTitle.score >= anywhere.score * elsewhere ? inTitle.matched : anywhere.matched;
  return toPartScore('name', covered * (0.85 + 0.15 * explained), matched);
}

function keywordPart({ keywords }: PreparedAlias, everything: readonly Word[]) {
  if (keywords.length === 0) return null;
  const scores = keywords.map(({ words }) => coverage(words, everything).score);
  const matched = keywords.flatMap(({ text }, i) => (scores[i]! >= 0.7 ? [text] : []));
  return toPartScore('keywords', mean(scores), matched);
}

/** Compares both units. If the input has none, compares the tag's unit with the quantities in the input's name. */
function unitPart(alias: PreparedAlias, unit: string | null) {
  if (unit === null || unit === '') return null;
  if (alias.unit !== null && alias.unit !== '') {
    const same = alias.unit === unit;
    const score = same ? 1 : measureTheSame(alias.unit, unit) ? 0.7 : 0;
    return toPartScore('unit', score, score === 0 ? [] : [same ? unit : `${alias.unit} ~ ${unit}`]);
  }
  const measured = measuredQuantities(unit);
  const spoken = alias.quantities.filter((quantity) => knownQuantities.has(quantity));
  if (measured.length === 0 || spoken.length === 0) return null;
  const met = spoken.find((quantity) => measured.includes(quantity));
  return toPartScore('unit', met === undefined ? 0 : 1, met === undefined ? [] : [`${met} ~ ${unit}`]);
}

function descriptionPart({ description }: PreparedAlias, everything: readonly Word[]) {
  if (description.length === 0) return null;
  const { score, matched } = coverage(description, everything);
  return toPartScore('description', score, matched);
}

/** Matches a tag of the input's own asset, or an unlinked one that contains the asset's name. */
function assetPart(alias: PreparedAlias, { assets }: PreparedTag, title: readonly Word[]) {
  if (assets === 'own') return toPartScore('asset', 1, ['own asset']);
  if (assets === 'other') return toPartScore('asset', 0, []);
  if (alias.asset.length === 0) return null;
  const { score, matched } = coverage(alias.asset, title);
  return toPartScore('asset', score * 0.9, matched);
}

const toPartScore = (part: ScorePart, score: number, matched: string[]): PartScore => ({
  part,
  score,
  weight: weights[part],
  matched,
});

/** The mean of each word's best match among the others, and the matched pairs. */
function coverage(words: readonly Word[], others: readonly Word[]): { score: number; matched: string[] } {
  if (words.length === 0) return { score: 0, matched: [] };
  const found = words.map((word) => best(word, others));
  const matched = words.flatMap(({ text }, i) => {
    const { word, score } = found[i]!;
    return word === null || score < 0.4 ? [] : [word.text === text ? text : `${text} ~ ${word.text}`];
  });
  return { score: mean(found.map(({ score }) => score)), matched };
}

function best(word: Word, others: readonly Word[]): { word: Word | null; score: number } {
  let found: { word: Word | null; score: number } = { word: null, score: 0 };
  for (const other of others) {
    const score = wordMatch(word, other);
    if (score > found.score) found = { word: other, score };
    if (score === 1) break;
  }
  return found;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const clamp = (number: number): number => Math.min(1, Math.max(0, number));

function distinct(words: readonly Word[]): Word[] {
  return [...new Map(words.map((word) => [word.text, word])).values()];
}
