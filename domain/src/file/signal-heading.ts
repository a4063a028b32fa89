/** The name and unit of a signal in the heading of its column. */
export interface SignalHeading {
  name: string;
  /** UCUM code. Null if the heading contains no known unit. */
  unit: string | null;
}

/** The names of a unit. */
export interface UnitNames {
  /** UCUM */
  code: string;
  name: string;
  abbreviation: string;
}

/** Spellings of units in headings that are not in the list of units, or mean something else there. */
const spellings: Readonly<Record<string, string>> = {
  c: 'Cel',
  degc: 'Cel',
  deg_c: 'Cel',
  celsius: 'Cel',
  f: '[degF]',
  degf: '[degF]',
  fahrenheit: '[degF]',
  rpm: '/min',
  pct: '%',
  percent: '%',
  psig: '[psi]{gauge}',
  barg: 'bar{gauge}',
  lpm: 'L/min',
  gpm: '[gal_us]/min',
};

/** Temp (°C), Temp [degC] */
const inBrackets = /^(.*\S)\s*[([{]\s*([^()[\]{}]+(?:\([a-z]+\))?)\s*[)\]}]$/;
/** Speed, rpm; Speed in rpm */
const afterComma = /^(.*\S)(?:\s*[,;|]\s*|\s+in\s+)(\S+)$/;
/** discharge_kPa, Discharge kPa */
const lastWord = /^(.*[^\s_.-])[\s_.-]+(\S{2,}|%)$/;

/** Reads the heading of a column of values. */
export function readSignalHeading(heading: string, units: readonly UnitNames[]): SignalHeading {
  const text = heading.replaceAll(/\s+/g, ' ').trim();
  for (const form of [inBrackets, afterComma, lastWord]) {
    const [, name, word] = form.exec(text) ?? [];
    const unit = word === undefined ? null : findUnit(word, units);
    if (unit !== null) return { name: name!.trim(), unit };
  }
  return { name: text, unit: null };
}

function findUnit(word: string, units: readonly UnitNames[]): string | null {
  const plain = plainUnit(word);
  const spelling = spellings[plain];
  if (spelling !== undefined && units.some(({ code }) => code === spelling)) return spelling;
  const exact = units.find(({ code, abbreviation }) => code === word || abbreviation === word);
  if (exact) return exact.code;
  const alike = units.filter((unit) =>
    [unit.code, unit.abbreviation, unit.name].some((text) => plainUnit(text) === plain),
  );
  return alike.length === 1 ? alike[0]!.code : null;
}

/** A unit without case, degree signs and raised digits. */
const plainUnit = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('°', 'deg')
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll(/[\s^]/g, '');
