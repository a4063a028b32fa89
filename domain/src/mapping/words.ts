/** What people shorten in the names of signals, by what they mean. Longer beginnings of words need no entry. */
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

/** The measured quantity that the first letter of an instrument's code stands for, as ISA-5.1 assigns them. */
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
/** A quantity's letter, perhaps a difference, then what the instrument does with it: PI, TT, FIC, PDT, LIT. */
const instrumentCode = /^([adefijlmpstvwz])(d?)(?:i?[ct]|i|it|ic|icr|ir|r|e|y)$/;

/** Endings that tell a signal's role in a control loop and not what it measures, and words without content. */
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

/** A word of a name: how it is written, in lower case, and what it stands for. */
export interface Word {
  text: string;
  /** Words that it abbreviates, or the quantity that an instrument's code measures. */
  meaning: readonly string[];
  isNumber: boolean;
  /** Its three-letter pieces, with ends marked as pg_trgm marks them. */
  trigrams: ReadonlySet<string>;
}

/**
 * The words of a name such as `10-PI-1234.PV` or `dischargePressure`: split at signs, at a change between
 * letters and digits, and at a capital after a small letter. Numbers lose leading zeros.
 */
export function wordsOf(name: string): Word[] {
  const parts = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+|\d+/gu);
  const words = (parts ?? []).filter((part) => !silent.has(part));
  return [...new Set(words.map((part) => part.replace(/^0+(?=\d)/, '')))].map((text) => ({
    text,
    meaning: meaningOf(text),
    isNumber: /^\d/.test(text),
    trigrams: trigramsOf(text),
  }));
}

function meaningOf(text: string): string[] {
  const full = Object.hasOwn(abbreviations, text) ? abbreviations[text] : undefined;
  if (full !== undefined) return full.split(' ');
  const code = instrumentCode.exec(text);
  if (!code) return [];
  const quantity = firstLetters[code[1]!]!;
  return code[2] === 'd' ? ['differential', quantity] : [quantity];
}

const shortestBeginning = 3;

/**
 * How well a word is met by another, 0 to 1: the same word 1; one that stands for it, or begins it with at
 * least three letters, 0.9; one that differs by a letter or an ending, 0.7 or less. Numbers match only themselves.
 */
export function wordMatch(one: Word, other: Word): number {
  if (one.text === other.text) return 1;
  if (one.isNumber || other.isNumber) return 0;
  if (one.meaning.includes(other.text) || other.meaning.includes(one.text)) return 0.9;
  if (one.meaning.some((meaning) => other.meaning.includes(meaning))) return 0.9;
  const [short, long] =
    one.text.length <= other.text.length ? [one.text, other.text] : [other.text, one.text];
  if (short.length >= shortestBeginning && long.startsWith(short)) return 0.9;
  // The shorter one's pieces can't be enough.
  if (short.length + 2 < leastAlike * (long.length + 2)) return 0;
  const alike = trigramSimilarity(one, other);
  return alike >= leastAlike ? Math.min(0.7, alike) : 0;
}

/** Under this share of common pieces two words are different ones. */
const leastAlike = 0.4;

/** The share of three-letter pieces that two words have in common. */
function trigramSimilarity({ trigrams: mine }: Word, { trigrams: theirs }: Word): number {
  let common = 0;
  for (const trigram of mine) if (theirs.has(trigram)) common++;
  return common / (mine.size + theirs.size - common);
}

function trigramsOf(word: string): Set<string> {
  const marked = `  ${word} `;
  return new Set(Array.from({ length: marked.length - 2 }, (_, i) => marked.slice(i, i + 3)));
}
