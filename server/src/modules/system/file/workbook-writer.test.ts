import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openWorkbook, readSheets } from '../../../testing/workbooks.ts';
import { writeTable } from './table.ts';
import { readWorkbook } from './workbook.ts';
import { createWorkbook, type Sheet, streamWorkbook, type TableCell } from './workbook-writer.ts';

async function readRows(bytes: AsyncIterable<Uint8Array>): Promise<[line: number, cells: string[]][]> {
  const rows: [number, string[]][] = [];
  for await (const some of readWorkbook(bytes)) for (const { line, cells } of some) rows.push([line, cells]);
  return rows;
}

const toSheet = (...rows: TableCell[][]): Sheet => ({
  name: 'Values',
  columns: rows[0]!.map((_, at) => ({ header: `c${at + 1}` })),
  pages: [rows],
});

describe('a written workbook', () => {
  it('can be read again: texts, numbers, times, booleans, empty cells', async () => {
    const time = new Date('2014-02-07T14:55:00.123Z');
    const sheet = toSheet(
      ['Pump', 73.967_322_07, time, true],
      [null, -0.5, undefined, false],
      ['', 1e21, new Date('1900-03-01T00:00:00Z'), null],
    );
    expect(await readRows(streamWorkbook([sheet]))).toEqual([
      [1, ['c1', 'c2', 'c3', 'c4']],
      [2, ['Pump', '73.96732207', '2014-02-07T14:55:00.123', 'TRUE']],
      [3, ['', '-0.5', '', 'FALSE']],
      [4, ['', '1e+21', '1900-03-01T00:00:00.000']],
    ]);
  });

  it.each([
    ['XML markup', 'a < b & "c" > \'d\' ]]> <!-- &amp;'],
    ['lines and tabs', 'one\ntwo\r\nthree\tfour'],
    ['control characters', 'bell \u0007, escape \u001b, delete \u007f, end'],
    ['what looks like an escaped character', '_x0041_ _x005F_ _X000d_ _x00_'],
    ['characters beyond 16 bits', '𝛽 🏭 \u{10ffff}.'],
    ['two characters that XML refuses', 'a\ufffeb\uffffc'],
    ['32,767 characters', 'x'.repeat(32_767)],
  ])('keeps a text with %s', async (_, hostile) => {
    const content = await createWorkbook([toSheet([hostile])]);
    const [, [, [read]]] = (await readRows(inPieces(content))) as [unknown, [number, [string]]];
    expect(read).toBe(hostile);
    // The library normalizes all line ends.
    expect(readSheets(content).Values![1]![0]).toBe(hostile.replaceAll('\r\n', '\n'));
  });

  it('replaces an unpaired surrogate by the replacement character', async () => {
    expect(readSheets(await createWorkbook([toSheet(['a\ud800b'])])).Values![1]).toEqual(['a\ufffdb']);
  });

  it('has formulas as texts, including in headings', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://evil","x")'];
    const sheet = { name: '=Sheet', columns: formulas.map((header) => ({ header })), pages: [[formulas]] };
    const content = await createWorkbook([sheet]);
    const escaped = formulas.map((formula) => `'${formula}`);
    expect(readSheets(content)).toEqual({ '=Sheet': [escaped, escaped] });
    expect(openWorkbook(content).readPart('xl/worksheets/sheet1.xml')).not.toContain('<f>');
  });

  it('has an error for non-finite numbers, and a text for times outside Excel’s calendar', async () => {
    const times = [new Date('1899-12-31T00:00:00Z'), new Date(Date.UTC(10_000, 0, 1)), new Date(Number.NaN)];
    const content = await createWorkbook([toSheet([Number.NaN, Number.NEGATIVE_INFINITY, ...times])]);
    const [, [, cells]] = (await readRows(inPieces(content))) as [unknown, [number, string[]]];
    expect(cells).toEqual([
      '#NUM!',
      '#NUM!',
      '1899-12-31T00:00:00.000Z',
      "'+010000-01-01T00:00:00.000Z",
      '#NUM!',
    ]);
  });

  it('has sheets with widths, formats and drop-down lists', async () => {
    const long = Array.from({ length: 60 }, (_, at) => `choice ${at}`);
    const content = await createWorkbook([
      {
        name: 'Work & <more>',
        columns: [
          { header: 'Code', width: 12, format: '@' },
          { header: 'Start', width: 18, format: 'yyyy-mm-dd hh:mm' },
          { header: 'Kind', choices: ['a "b"', 'c & d'] },
          { header: 'Of one with a comma', choices: ['a', 'b, c'] },
          { header: 'Of many', choices: long },
          { header: 'Made' },
        ],
        pages: [[['007', new Date(0), null, null, null, new Date(0)]], [], [['1.0', 2]]],
      },
      { name: 'Empty', columns: [{ header: 'Nothing' }], pages: [] },
    ]);
    const { Sheets, SheetNames, readPart } = openWorkbook(content);
    expect(SheetNames).toEqual(['Work & <more>', 'Empty']);
    const sheet = Sheets['Work & <more>']!;
    expect(sheet['!cols']!.map((column) => column?.width)).toEqual([12, 18, 10, 10, 10, 10]);
    const getCell = (reference: string) => sheet[reference] && [sheet[reference].v, sheet[reference].z];
    expect(['A2', 'B2', 'F2', 'A3', 'B3'].map(getCell)).toEqual([
      ['007', '@'],
      [25_569, 'yyyy-mm-dd hh:mm'],
      [25_569, 'yyyy-mm-dd hh:mm:ss'],
      ['1.0', '@'],
      [2, 'yyyy-mm-dd hh:mm'],
    ]);
    const xml = readPart('xl/worksheets/sheet1.xml');
    expect(xml.match(/<dataValidation .*?<\/dataValidation>/g)).toEqual([
      '<dataValidation type="list" allowBlank="1" sqref="C2:C1000">' +
        '<formula1>&quot;a &quot;&quot;b&quot;&quot;,c &amp; d&quot;</formula1></dataValidation>',
    ]);
    expect(readPart('xl/worksheets/sheet2.xml')).not.toContain('dataValidation');
    expect(readSheets(content).Empty).toEqual([['Nothing']]);
  });

  it('names columns beyond Z', async () => {
    const wide = Array.from({ length: 704 }, (_, at) => at);
    const content = await createWorkbook([toSheet(wide)]);
    expect(readSheets(content).Values![1]).toEqual(wide);
    const { Sheets } = openWorkbook(content);
    expect(['Z2', 'AA2', 'ZZ2', 'AAA2'].map((reference) => Sheets.Values![reference]?.v)).toEqual([
      25, 26, 701, 702,
    ]);
  });

  it('reads the rows only as they are sent', async () => {
    let made = 0;
    async function* pages(): AsyncGenerator<TableCell[][]> {
      for (let page = 0; page < 100; page++) {
        yield Array.from({ length: 1000 }, () => [`${Math.random()}${Math.random()}`, ++made]);
      }
    }
    const columns = [{ header: 'text' }, { header: 'number' }];
    const stream = streamWorkbook([{ name: 'Many', columns, pages: pages() }]);
    let mostAhead = 0;
    let read = 0;
    async function* slowly(): AsyncGenerator<Uint8Array> {
      for await (const piece of stream) {
        await new Promise(setImmediate);
        read += piece.length;
        // A row takes at least about 20 bytes, since random digits cannot be compressed.
        mostAhead = Math.max(mostAhead, made - read / 20);
        yield piece as Uint8Array;
      }
    }
    const rows = await readRows(slowly());
    expect(rows).toHaveLength(100_001);
    expect(rows.at(-1)![1][1]).toBe('100000');
    expect(mostAhead).toBeLessThan(20_000);
  });

  it('fails with the error of its rows, and with an error above Excel’s limit of rows', async () => {
    async function* failing(): AsyncGenerator<TableCell[][]> {
      yield [['one']];
      throw new Error('The list ended early.');
    }
    const sheet = { ...toSheet(['x']), pages: failing() };
    await expect(text(streamWorkbook([sheet]))).rejects.toThrow('The list ended early.');
    const pages = [Array<TableCell[]>(1_048_576).fill([])];
    await expect(createWorkbook([{ ...toSheet(['x']), pages }])).rejects.toThrow(
      'A sheet holds at most 1,048,576 rows.',
    );
  });
});

it('a table has the same content as csv and as a workbook', async () => {
  const table = toSheet(['=1', 2], [null, 3]);
  expect(await text(writeTable('csv', table))).toBe("c1,c2\r\n'=1,2\r\n,3\r\n");
  expect(await readRows(writeTable('xlsx', table))).toEqual([
    [1, ['c1', 'c2']],
    [2, ["'=1", '2']],
    [3, ['', '3']],
  ]);
});

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
