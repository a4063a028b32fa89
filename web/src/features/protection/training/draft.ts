import type {
  IndicatorPattern,
  IndicatorPatternChangeInput,
  PatternChanges,
  Strictness,
} from '@twinward/contracts/protections/indicator-pattern';
import { patternName } from '@twinward/contracts/protections/indicator-pattern';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { Range } from '../../../ui/chart/range.ts';
import type { FieldTexts } from '../../../ui/dialogs/merge.ts';
import { formatDateTime } from '../../../ui/format/format.ts';

/** A range assigned to a pattern. The key stays the same while it is moved. */
export interface DraftRange extends Range {
  key: string;
  patternId: number;
}

/** A pattern set being edited. New patterns have negative ids. */
export interface SetDraft {
  patterns: PatternOfSet[];
  /** Ordered by time, without overlaps. */
  ranges: DraftRange[];
  strictness: Strictness;
  /** 0 to 1; null while the text is empty. */
  confidence: number | null;
  /** Null for the median interval of the slowest input. */
  stepSeconds: number | null;
  condition: string;
  /** Maximum shares, 0 to 1, above which the model no longer fits. */
  mostRefused: number | null;
  mostWrong: number | null;
}

export const toDraft = (set: IndicatorPattern): SetDraft => ({
  patterns: set.patterns,
  ranges: set.training.map(({ patternId, start, end }) => ({
    key: `${patternId} ${start}`,
    patternId,
    from: Date.parse(start),
    to: Date.parse(end),
  })),
  strictness: set.strictness,
  confidence: set.confidence,
  stepSeconds: set.stepSeconds,
  condition: set.condition ?? '',
  mostRefused: set.mostRefused,
  mostWrong: set.mostWrong,
});

/** The request to save the patterns of a draft over the base set. */
export const patternsBody = (draft: SetDraft, base: IndicatorPattern): PatternChanges => ({
  indicatorId: base.indicatorId,
  patterns: draft.patterns.map(({ id, name, color }) => ({ ...(id < 0 ? {} : { id }), name, color })),
  version: base.version,
});

/** Replaces the temporary ids of new patterns in a draft by the saved ids. */
export function withSavedPatterns(draft: SetDraft, saved: readonly PatternOfSet[]): SetDraft {
  const findSaved = (pattern: PatternOfSet): PatternOfSet =>
    pattern.id < 0 ? (saved.find((one) => one.name === pattern.name.trim()) ?? pattern) : pattern;
  const ids = new Map(draft.patterns.map((pattern) => [pattern.id, findSaved(pattern).id]));
  return {
    ...draft,
    patterns: draft.patterns.map(findSaved),
    ranges: draft.ranges.map((range) => ({
      ...range,
      patternId: ids.get(range.patternId) ?? range.patternId,
    })),
  };
}

/**
 * The request to save the ranges and settings of a draft.
 *
 * @param saved the set with the saved patterns of the draft
 */
export const setBody = (draft: SetDraft, saved: IndicatorPattern): IndicatorPatternChangeInput => ({
  trainingStart: saved.trainingStart,
  trainingEnd: saved.trainingEnd,
  training: draft.ranges.map(({ patternId, from, to }) => ({
    patternId,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
  })),
  strictness: draft.strictness,
  confidence: draft.confidence ?? undefined,
  stepSeconds: draft.stepSeconds,
  condition: draft.condition.trim() === '' ? null : draft.condition,
  mostRefused: draft.mostRefused ?? undefined,
  mostWrong: draft.mostWrong ?? undefined,
  version: saved.version,
});

/** Whether two drafts have the same patterns, regardless of ranges. */
export const hasSamePatterns = (one: SetDraft, other: SetDraft): boolean =>
  JSON.stringify(one.patterns) === JSON.stringify(other.patterns);

/** Sorts ranges by time, as drawing and tables expect. */
export const inOrder = (ranges: readonly DraftRange[]): DraftRange[] =>
  ranges.toSorted((one, other) => one.from - other.from || one.to - other.to);

export const overlaps = (one: Range, other: Range): boolean => one.from < other.to && other.from < one.to;

type PatternName = Pick<PatternOfSet, 'id' | 'name'>;

/** Describes a range: its pattern and times. */
export function rangeText(
  { patternId, from, to }: Omit<DraftRange, 'key'>,
  patterns: readonly PatternName[],
  timeZone: string,
): string {
  const name = patterns.find(({ id }) => id === patternId)?.name ?? '';
  return `${name}, ${formatDateTime(from, timeZone)} to ${formatDateTime(to, timeZone)}`;
}

export type Placed = { ranges: DraftRange[]; refusal: null } | { ranges: null; refusal: string };

/**
 * Adds a range, or replaces the one with its key. Ranges must not overlap: an overlapping range is rejected, with a
 * message that names both.
 */
export function placeRange(
  ranges: readonly DraftRange[],
  placed: DraftRange,
  patterns: readonly PatternName[],
  timeZone: string,
): Placed {
  const others = ranges.filter(({ key }) => key !== placed.key);
  const other = others.find((one) => overlaps(one, placed));
  if (other === undefined) return { ranges: inOrder([...others, placed]), refusal: null };
  const refusal = `${rangeText(placed, patterns, timeZone)}, overlaps ${rangeText(other, patterns, timeZone)}. A time can belong to one pattern only.`;
  return { ranges: null, refusal };
}

export const withoutRange = (ranges: readonly DraftRange[], key: string): DraftRange[] =>
  ranges.filter((one) => one.key !== key);

/** Removes a pattern with its ranges. */
export const withoutPattern = (
  { patterns, ranges }: SetDraft,
  id: number,
): Pick<SetDraft, 'patterns' | 'ranges'> => ({
  patterns: patterns.filter((one) => one.id !== id),
  ranges: ranges.filter(({ patternId }) => patternId !== id),
});

/** Colours of new patterns, distinct in both schemes and for most colour-blind users (Okabe and Ito, 2008). */
const colors = ['#D55E00', '#0072B2', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#A6761D', '#7570B3'];

/** Creates a pattern with an unused id and colour. */
export function newPattern(patterns: readonly PatternOfSet[], name: string): PatternOfSet {
  const lowest = Math.min(0, ...patterns.map(({ id }) => id));
  const free = colors.find((color) => !patterns.some((one) => one.color === color));
  return {
    id: lowest - 1,
    name,
    default: false,
    color: free ?? colors[patterns.length % colors.length]!,
  };
}

const nameRule = schemaRule(patternName);

/** The validation error of a pattern's name; null if valid. */
export function patternNameProblem(name: string, others: readonly PatternName[]): string | null {
  const wanted = name.trim();
  const problem = nameRule(wanted);
  if (problem !== null) return problem;
  const isTaken = others.some((one) => one.name.trim().toLowerCase() === wanted.toLowerCase());
  return isTaken ? 'Please enter a unique value.' : null;
}

/** The number of ranges of a pattern, and their total length in milliseconds. */
export function countRanges(ranges: readonly DraftRange[], ofId: number): { count: number; length: number } {
  const own = ranges.filter(({ patternId }) => patternId === ofId);
  return { count: own.length, length: own.reduce((sum, { from, to }) => sum + to - from, 0) };
}

/** What is missing before a set can be trained; null if ready. */
export function lackingForTraining({
  patterns,
  ranges,
}: Pick<SetDraft, 'patterns' | 'ranges'>): string | null {
  if (!patterns.some((one) => !one.default)) return 'Add a pattern to recognise.';
  const without = patterns.filter(({ id }) => !ranges.some(({ patternId }) => patternId === id));
  if (without.length === 0) return null;
  const names = without.map(({ name }) => `'${name}'`);
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `Give ${list} at least one range.`;
}

/** Labels and formats of the fields in the conflict dialog. */
export const draftTexts = (timeZone: string): FieldTexts<SetDraft> => ({
  patterns: { label: 'Patterns', text: (patterns) => patterns.map(({ name }) => name).join(', ') },
  ranges: {
    label: 'Ranges',
    text: (ranges) =>
      ranges
        .map(({ from, to }) => `${formatDateTime(from, timeZone)} to ${formatDateTime(to, timeZone)}`)
        .join('\n'),
  },
  strictness: { label: 'Strictness', text: (strictness) => strictness },
  confidence: { label: 'Minimum confidence', text: String },
  stepSeconds: { label: 'Step', text: (step) => (step === null ? 'Automatic' : `${step} s`) },
  condition: { label: 'Condition of use', text: (condition) => condition || 'None' },
  mostRefused: { label: 'Maximum refused', text: String },
  mostWrong: { label: 'Maximum wrong', text: String },
});
