/**
 * Renders the subset of Markdown that the product's documents use: headings, paragraphs, lists, tables, code
 * blocks, pictures of the documents' own folder, and inline code, bold and slanted text, and links. HTML is escaped.
 * @param firstLevel level of the largest heading. Headings below the first level have no ids: they are part of a page.
 */
export function renderMarkdown(text: string, firstLevel = 1): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const html: string[] = [];
  let at = 0;
  /** Returns the consecutive lines that match. */
  const readWhile = (isOne: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && isOne(lines[at]!)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      const level = Math.min(6, heading[1]!.length + firstLevel - 1);
      const id = firstLevel === 1 ? ` id="${toAnchor(heading[2]!)}"` : '';
      html.push(`<h${level}${id}>${inline(heading[2]!)}</h${level}>`);
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      html.push(codeBlock(readWhile((each) => !each.startsWith('```'))));
      at += 1;
    } else if (isIndented(line)) {
      html.push(
        codeBlock(readWhile((each) => isIndented(each) || each.trim() === '').map((each) => each.slice(4))),
      );
    } else if (line.startsWith('|')) html.push(table(readWhile((each) => each.startsWith('|'))));
    else if (item.test(line)) {
      html.push(list(readWhile((each) => item.test(each) || /^ +\S/.test(each))));
    } else {
      const paragraph = readWhile((each) => each.trim() !== '' && !startsBlock(each));
      html.push(`<p>${inline(paragraph.join(' '))}</p>`);
    }
  }
  return html.join('\n');
}

const item = /^([-*]|\d+\.) +/;
const isIndented = (line: string): boolean => line.startsWith('    ');
const startsBlock = (line: string): boolean => /^(#{1,4} |```|\|)/.test(line) || item.test(line);

const codeBlock = (lines: readonly string[]): string =>
  `<pre><code>${escapeHtml(lines.join('\n').trimEnd())}</code></pre>`;

/** A line that starts no item continues the previous item. */
function list(lines: readonly string[]): string {
  const items: string[] = [];
  for (const line of lines) {
    if (item.test(line)) items.push(line.replace(item, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul';
  return `<${tag}>${items.map((each) => `<li>${inline(each)}</li>`).join('')}</${tag}>`;
}

function table(lines: readonly string[]): string {
  const [head = [], ...body] = lines
    .filter((line) => !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/),
    );
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim().replaceAll('\\|', '|'))}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

/** Code is replaced by placeholders first, so that its content is not interpreted. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`') ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : words(part),
    )
    .join('');
}

const words = (text: string): string =>
  escapeHtml(text)
    .replace(/!\[([^\]]*)\]\((images\/[\w-]+\.png)\)/g, '<img src="$2" alt="$1" loading="lazy">')
    .replace(/\[([^\]]+)\]\(([^()\s]+)\)/g, (_, label, to) => `<a href="${reference(to)}">${label}</a>`)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, '<em>$1</em>');

/** Links between documents drop the `.md`; links with a scheme other than http are disabled. */
const reference = (to: string): string =>
  /^(https?:|[^:]*$)/.test(to) ? to.replace(/\.md(?=#|$)/, '') : '#';

/** Returns the id of a heading, the target of links. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
