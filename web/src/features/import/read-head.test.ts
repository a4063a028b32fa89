import { describe, expect, it } from 'vitest';
import { readHead, readTagNames } from './read-head.ts';

const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((sign) => [sign.charCodeAt(0), 0])]);
const latin = (text: string) => Uint8Array.from([...text].map((sign) => sign.charCodeAt(0)));

/** A gzipped file. */
function packed(text: string): File {
  const stream = () => new Response(text).body!.pipeThrough(new CompressionStream('gzip'));
  return Object.assign(new File([], 'file.csv.gz'), { stream });
}

/** Reads the heading of a file, its first rows, and the names in its first column. */
async function read(content: BlobPart | File) {
  const file = content instanceof File ? content : new File([content], 'file.csv');
  const head = await readHead(file);
  return head && { header: head.header, rows: head.rows, names: await readTagNames(file, head, 0, 1000) };
}

describe('a text file', () => {
  const rows = 'Meßstelle\ttime\tvalue\nÖldruck\t2024-01-01\t1\n';
  const expected = {
    header: ['Meßstelle', 'time', 'value'],
    rows: [['Öldruck', '2024-01-01', '1']],
    names: ['Öldruck'],
  };

  it.each([
    ['in UTF-8', rows],
    ['in UTF-8 with a byte order mark', `\uFEFF${rows}`],
    ['in Windows-1252', latin(rows)],
    ['in UTF-16', utf16(rows)],
    ['that is gzipped', packed(rows)],
    ['with the line ends of Windows', rows.replaceAll('\n', '\r\n')],
    ['with the line ends of old Macs', rows.replaceAll('\n', '\r')],
    ['with blank lines', rows.replaceAll('\n', '\n\n \n')],
    ['without a line end after its last row', rows.slice(0, -1)],
    ['that declares its separator', `sep=\t\n${rows}`],
  ])('%s is read', async (_, content) => {
    expect(await read(content)).toEqual(expected);
  });

  it('may have line breaks in the cells of its heading and rows', async () => {
    const text = 'tag,time,value,"Note\n(shift)"\nA,1,2,"first\n""second"""\nB,3,4,\n"C\nD",5,6,"x\n\ny"';
    expect(await read(text)).toEqual({
      header: ['tag', 'time', 'value', 'Note\n(shift)'],
      rows: [
        ['A', '1', '2', 'first\n"second"'],
        ['B', '3', '4', ''],
        ['C\nD', '5', '6', 'x\ny'],
      ],
      names: ['A', 'B', 'C\nD'],
    });
  });

  it('of a large size has names beyond its first rows, and no truncated row', async () => {
    const row = (tag: string) => `${tag.repeat(1000)},2024-01-01,1\n`;
    const text = `tag,time,value\n${row('a').repeat(16_000)}${row('b')}${row('c').repeat(2000)}`;
    const found = await read(text);
    expect(found!.rows).toHaveLength(199);
    expect(found!.names.map((name) => [name[0], name.length])).toEqual([
      ['a', 1000],
      ['b', 1000],
      ['c', 1000],
    ]);
  });

  it('is searched until enough names are found', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `T${place}`);
    const file = new File([`tag,time,value\n${names.map((name) => `${name},1,2\n`).join('')}`], 'file.csv');
    const head = (await readHead(file))!;
    expect(await readTagNames(file, head, 0, 5)).toEqual(names.slice(0, 5));
  });

  it('is rejected if it is not text', async () => {
    await expect(read(Uint8Array.from([1, 0, 2]))).rejects.toThrow(
      'The file is not a text file. Please choose a csv or xlsx file.',
    );
  });
});
