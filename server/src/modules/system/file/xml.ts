import { AppError } from '../../../platform/errors.ts';
import { withoutZero } from './lines.ts';

/** Receives a document's parts in order. Names have no namespace prefixes. */
export interface XmlHandler {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(value: string): void;
}

/** Maximum number of characters of a tag, or of a text between two tags, in a workbook */
const longestPart = 1024 * 1024;

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (code > 0x10ffff) return whole;
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    return isHalf ? '\ufffd' : withoutZero(String.fromCodePoint(code));
  });
}

const attributePatterns = new Map<string, RegExp>();

/** Returns an attribute, by its name without namespace prefix, from the `attributes` of `XmlHandler.open`. */
export function getAttribute(attributes: string, name: string): string | undefined {
  let pattern = attributePatterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    attributePatterns.set(name, pattern);
  }
  const match = pattern.exec(attributes);
  return match ? decodeEntities(match[1] ?? match[2]!) : undefined;
}

/**
 * A minimal XML parser for workbooks: elements, attributes, text and CDATA sections. A document type is rejected, since
 * it could define entities that expand without limit.
 * @param handler may throw; it is called before the next bytes are read
 * @yields after each piece of bytes, so that the caller can pass on what the handler collected
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    rest = consume(rest + withoutZero(decoder.decode(piece, { stream: true })), handler);
    if (rest.length > longestPart)
      throw new AppError('invalid-file', 'The Excel workbook has a cell that is too long to be a point.');
    yield;
  }
}

const sections = [
  { start: '<!--', end: '-->', text: false },
  { start: '<![CDATA[', end: ']]>', text: true },
  { start: '<?', end: '?>', text: false },
];

/** Handles all complete parts. Returns the rest, which may continue in the next piece. */
function consume(text: string, handler: XmlHandler): string {
  let position = 0;
  for (;;) {
    const tag = text.indexOf('<', position);
    if (tag < 0) return text.slice(position);
    // Waits for enough characters to recognize the type of the part.
    if (text.length < tag + 9 && text.indexOf('>', tag) < 0) return text.slice(position);
    if (tag > position) handler.text(decodeEntities(text.slice(position, tag)));
    const section = sections.find(({ start }) => text.startsWith(start, tag));
    if (section) {
      const end = text.indexOf(section.end, tag + section.start.length);
      if (end < 0) return text.slice(tag);
      if (section.text) handler.text(text.slice(tag + section.start.length, end));
      position = end + section.end.length;
      continue;
    }
    const end = endOfTag(text, tag);
    if (end < 0) return text.slice(tag);
    handleTag(text.slice(tag + 1, end), handler);
    position = end + 1;
  }
}

/** Returns the index of the end of a tag, or -1. A `>` within the quotation marks of an attribute is skipped. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let i = start + 1; i < text.length; i++) {
    const sign = text[i]!;
    if (quote) {
      if (sign === quote) quote = '';
    } else if (sign === '>') return i;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

function handleTag(tag: string, handler: XmlHandler): void {
  if (tag.startsWith('!'))
    throw new AppError(
      'invalid-file',
      'The Excel workbook has a document type, as none that Excel saves has.',
    );
  if (tag.startsWith('/')) {
    handler.close(localName(tag.slice(1).trim()));
    return;
  }
  const empty = tag.endsWith('/');
  const content = empty ? tag.slice(0, -1) : tag;
  const space = content.search(/\s/);
  const name = localName(space < 0 ? content : content.slice(0, space));
  handler.open(name, space < 0 ? '' : content.slice(space));
  if (empty) handler.close(name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
