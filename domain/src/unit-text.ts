/** UCUM atoms with a different common spelling. */
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

/** Formats a UCUM code: `[lb_av]/s` as lb/s, `/min` as 1/min. Null for a plain number and for no unit. */
export function unitText(code: string | null): string | null {
  if (code === null || code === '' || code === '1') return null;
  const text = code.replace(
    /\[[^\]]*\]|\{[^}]*\}|[A-Za-z]+/g,
    (atom) => written[atom] ?? atom.replace(/^[[{]|[\]}]$/g, ''),
  );
  return text.startsWith('/') ? `1${text}` : text;
}
