/** Atoms of UCUM that people write otherwise. */
const written: Record<string, string> = {
  Cel: '°C',
  '[degF]': '°F',
  '[degR]': '°R',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  '[lb_av]': 'lb',
  Ohm: 'Ω',
  um: 'µm',
  us: 'µs',
};

/**
 * A UCUM code as people write the unit: `[lb_av]/s` is lb/s, `/min` is 1/min. Null for a plain number, and
 * where there is none.
 */
export function unitText(code: string | null): string | null {
  if (code === null || code === '' || code === '1') return null;
  const text = code.replace(
    /\[[^\]]*\]|\{[^}]*\}|[A-Za-z]+/g,
    (atom) => written[atom] ?? atom.replace(/^[[{]|[\]}]$/g, ''),
  );
  return text.startsWith('/') ? `1${text}` : text;
}
