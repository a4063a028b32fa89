/** Common abbreviations in names of signals. Prefixes of words need no entry. */
const abbreviations: Readonly<Record<string, string>> = {
  amp: 'current',
  amps: 'current',
  amb: 'ambient',
  avg: 'average',
  brg: 'bearing',
  cur: 'current',
  curr: 'current',
  de: 'drive end',
  dp: 'differential pressure',
  flw: 'flow',
  freq: 'frequency',
  hrs: 'hours',
  lvl: 'level',
  mot: 'motor',
  mtr: 'motor',
  nde: 'non drive end',
  pos: 'position',
  pwr: 'power',
  rpm: 'speed',
  spd: 'speed',
  tmp: 'temperature',
  vbr: 'vibration',
  vel: 'velocity',
  volt: 'voltage',
  wdg: 'winding',
};

/** The measured quantity of the first letter of an instrument code, by ISA-5.1. */
const firstLetters: Readonly<Record<string, string>> = {
  a: 'analysis',
  d: 'density',
  e: 'voltage',
  f: 'flow',
  i: 'current',
  j: 'power',
  l: 'level',
  m: 'moisture',
  p: 'pressure',
  s: 'speed',
  t: 'temperature',
  v: 'vibration',
  w: 'weight',
  z: 'position',
};
/**
 * A quantity's letter, optionally a difference, then the functions of the instrument: PI, TT, FIC, PDT, LIT.
 */
const instrumentCode = /^([adefijlmpstvwz])(d?)(?:i?[ct]|i|it|ic|icr|ir|r|e|y)$/;

/** Suffixes for a signal's role in a control loop, and words without meaning. */
const silent = new Set([
  'pv',
  'val',
  'value',
  'out',
  'daca',
  'of',
  'the',
  'a',
  'an',
  'in',
  'at',
  'and',
  'for',
]);

/** A word of a name in lower case, with its meaning. */
export interface Word {
  text: string;
  /** The words that it abbreviates, or the measured quantity of an instrument code. */
  meaning: readonly string[];
  isNumber: boolean;
  /** Its trigrams, with word boundaries as in pg_trgm. */
  trigrams: ReadonlySet<string>;
}

/**
 * Splits a name such as `10-PI-1234.PV` or `dischargePressure` at punctuation, between letters and digits,
 * and at a capital after a lower-case letter. Leading zeros of numbers are removed.
 */
export function splitWords(name: string): Word[] {
  const parts = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+|\d+/gu);
  const words = (parts ?? []).filter((part) => !silent.has(part));
  return [...new Set(words.map((part) => part.replace(/^0+(?=\d)/, '')))].map((text) => ({
    text,
    meaning: expandWord(text),
    isNumber: /^\d/.test(text),
    trigrams: splitTrigrams(text),
  }));
}

function expandWord(text: string): string[] {
  const full = Object.hasOwn(abbreviations, text) ? abbreviations[text] : undefined;
  if (full !== undefined) return full.split(' ');
  const code = instrumentCode.exec(text);
  if (!code) return [];
  const quantity = firstLetters[code[1]!]!;
  return code[2] === 'd' ? ['differential', quantity] : [quantity];
}

const shortestBeginning = 3;

/**
 * Similarity of two words, 0 to 1: 1 for equal words; 0.9 for an abbreviation, or a prefix of at least three
 * letters; 0.7 or less for a different letter or ending. Numbers match only if equal.
 */
export function wordMatch(one: Word, other: Word): number {
  if (one.text === other.text) return 1;
  if (one.isNumber || other.isNumber) return 0;
  if (one.meaning.includes(other.text) || other.meaning.includes(one.text)) return 0.9;
  if (one.meaning.some((meaning) => other.meaning.includes(meaning))) return 0.9;
  const [short, long] =
    one.text.length <= other.text.length ? [one.text, other.text] : [other.text, one.text];
  if (short.length >= shortestBeginning && long.startsWith(short)) return 0.9;
  // The shorter word has too few trigrams to be similar.
  if (short.length + 2 < leastAlike * (long.length + 2)) return 0;
  const alike = trigramSimilarity(one, other);
  return alike >= leastAlike ? Math.min(0.7, alike) : 0;
}

/** Minimum share of common trigrams of similar words. */
const leastAlike = 0.4;

/** The share of common trigrams of two words. */
function trigramSimilarity({ trigrams: mine }: Word, { trigrams: theirs }: Word): number {
  let common = 0;
  for (const trigram of mine) if (theirs.has(trigram)) common++;
  return common / (mine.size + theirs.size - common);
}

function splitTrigrams(word: string): Set<string> {
  const marked = `  ${word} `;
  return new Set(Array.from({ length: marked.length - 2 }, (_, i) => marked.slice(i, i + 3)));
}
