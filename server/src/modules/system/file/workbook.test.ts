import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeWorkbook, toDays } from '../../../testing/workbooks.ts';
import type { Bytes } from './bytes.ts';
import { checkExpansion } from './bytes.ts';
import { readWorkbook } from './workbook.ts';

async function* once(bytes: Uint8Array): Bytes {
  for (let i = 0; i < bytes.length; i += 1000) yield bytes.subarray(i, i + 1000);
}

async function readRows(bytes: Uint8Array): Promise<[number, string[]][]> {
  const rows: [number, string[]][] = [];
  for await (const some of readWorkbook(once(bytes)))
    for (const { line, cells } of some) rows.push([line, cells]);
  return rows;
}

/** Returns a zip archive of files, not compressed by default. */
function zip(files: Record<string, string | Buffer>, deflate = false): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, contents] of Object.entries(files)) {
    const data = deflate ? deflateRawSync(contents) : Buffer.from(contents);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    parts.push(local, Buffer.from(name), data);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(deflate ? 8 : 0, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

function createWorkbook(
  sheet: string | Buffer,
  more: Record<string, string | Buffer> = {},
  deflate = false,
): Buffer {
  return zip(
    {
      'xl/workbook.xml':
        '<workbook xmlns:r="x"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': sheet,
      ...more,
    },
    deflate,
  );
}

describe('a workbook', () => {
  it('is read as the rows of its first sheet: dates, numbers, shared and rich texts, formulas', async () => {
    const rich = '<r><t>rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r>';
    const bytes = makeWorkbook({
      Points: [
        ['time', 'Temperature & <Pressure>', 'Ärmel'],
        [{ t: 'n', v: toDays('2014-02-07T14:55:00.123Z'), z: 'm/d/yy h:mm' }, 73.96732207, true],
        [],
        [],
        ['2014-02-07', null, { t: 'n', f: '1+1', v: 2 }],
        [{ t: 's', v: 'rich text', r: rich }],
        [
          { t: 'n', v: 41_677.5, z: 'dd"."mm"."yyyy hh:mm' },
          { t: 'n', v: 41_677.5, z: '0.0" days"' },
        ],
      ],
      Other: [['not', 'these']],
    });
    expect(await readRows(bytes)).toEqual([
      [1, ['time', 'Temperature & <Pressure>', 'Ärmel']],
      [2, ['2014-02-07T14:55:00.123', '73.96732207', 'TRUE']],
      [5, ['2014-02-07', '', '2']],
      [6, ['rich text']],
      [7, ['2014-02-07T12:00:00.000', '41677.5']],
    ]);
  });

  it('may count its dates from 1904', async () => {
    const from1904 = { date1904: true };
    const day = { t: 'n', v: toDays('2014-02-07T12:00Z', from1904), z: 'm/d/yy h:mm' } as const;
    const bytes = makeWorkbook({ Points: [[day]] }, from1904);
    expect(await readRows(bytes)).toEqual([[1, ['2014-02-07T12:00:00.000']]]);
  });

  it('is read completely with many rows, however its bytes are split', async () => {
    const bytes = makeWorkbook({
      Points: Array.from({ length: 5000 }, (_, i) => [i, `Tag ä${i % 7}`, i / 8]),
    });
    const rows = await readRows(bytes);
    expect(rows.length).toBe(5000);
    expect(rows[4321]).toEqual([4322, ['4321', 'Tag ä2', '540.125']]);
  });

  it('may have inline strings, and omit references of rows and cells', async () => {
    const sheet =
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>a &#228; &amp;lt;</t></is></c><c><v>2</v></c></row>' +
      '<row><c/><c t="str"><f>A1</f><v><![CDATA[<b>]]></v></c></row></sheetData></worksheet>';
    expect(await readRows(createWorkbook(sheet))).toEqual([
      [1, ['a ä &lt;', '2']],
      [2, ['', '<b>']],
    ]);
  });

  it('is read with unpaired surrogates replaced, since they cannot be stored', async () => {
    const sheet =
      '<sheetData><row><c t="inlineStr"><is><t>a_xD800_b</t></is></c><c t="str"><v>_xD83C__xDFED_</v></c>' +
      '<c t="str"><v>&#xD800;&#57343;</v></c></row></sheetData>';
    expect(await readRows(createWorkbook(sheet))).toEqual([[1, ['a\ufffdb', '🏭', '\ufffd\ufffd']]]);
  });
});

describe('a workbook whose rows are filled to the last column', () => {
  const rowsTo = (column: string, count: number) =>
    Array.from(
      { length: count },
      (_, i) => `<row><c r="A${i + 2}"><v>1</v></c><c r="${column}${i + 2}"><v>2</v></c></row>`,
    ).join('');
  const heading = (column: string) =>
    `<row><c r="A1" t="str"><v>time</v></c><c r="${column}1" t="str"><v>value</v></c></row>`;

  it('is read only up to the last column that the heading names', async () => {
    const rows = await readRows(
      createWorkbook(`<sheetData>${heading('B')}${rowsTo('XFD', 5000)}</sheetData>`),
    );
    expect(rows.length).toBe(5001);
    expect(rows.every(([, cells], index) => cells.length === (index === 0 ? 2 : 1))).toBe(true);
  });

  it('is not read in columns without a heading', async () => {
    const rows = await readRows(
      createWorkbook(`<sheetData>${heading('XFD')}${rowsTo('XFD', 1)}</sheetData>`),
    );
    expect(rows).toEqual([
      [1, ['time', 'value']],
      [2, ['1', '2']],
    ]);
  });

  it('is rejected above a maximum number of cells', async () => {
    const sheet = createWorkbook(`<sheetData>${heading('XFD')}${rowsTo('XFD', 100)}</sheetData>`);
    const read = async (limit: number) => {
      let count = 0;
      for await (const rows of readWorkbook(once(sheet), { cellLimit: limit })) count += rows.length;
      return count;
    };
    await expect(read(200)).rejects.toThrow(
      'The Excel workbook has more than 200 cells up to the last one of each row. Please import it as csv.',
    );
    expect(await read(202)).toBe(101);
  });

  it('needs no memory for cells without text', async () => {
    const empty = '<row><c r="XFD1"/></row>'.repeat(5000);
    expect(await readRows(createWorkbook(`<sheetData>${empty}</sheetData>`))).toEqual([]);
  });
});

it('an undefined XML entity is kept, even if it is named like a property of objects', async () => {
  const sheet = '<row><c t="str"><v>&constructor;&toString;&__proto__;&lt;</v></c></row>';
  expect(await readRows(createWorkbook(sheet))).toEqual([[1, ['&constructor;&toString;&__proto__;<']]]);
});

it('deeply nested elements are read in linear time', async () => {
  const deep = '<a>'.repeat(100_000);
  expect(await readRows(createWorkbook(`<sheetData>${deep}<row><c><v>1</v></c></row></sheetData>`))).toEqual([
    [1, ['1']],
  ]);
});

it('a file that unpacks to more than 16 GiB is rejected, regardless of its packed size', () => {
  expect(() => checkExpansion(16 * 2 ** 30 + 1, 2 ** 30)).toThrow('The file unpacks to more than 16 GiB.');
});

describe('a workbook is rejected that', () => {
  it('states a wrong size of its content', async () => {
    const file = createWorkbook('<sheetData><row><c><v>1</v></c></row></sheetData>', {}, true);
    const directory = file.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    file.writeUInt32LE(0xffff_fff0, directory + 20);
    await expect(readRows(file)).rejects.toThrow('The Excel workbook is damaged or incomplete.');
  });

  const noWorkbook = 'The file is not an Excel workbook. Please save it as .xlsx, or choose a csv file.';
  const damaged = 'The Excel workbook is damaged or incomplete. Please save it again.';

  it('is another kind of archive, truncated, or changed', async () => {
    await expect(readRows(zip({ 'a.txt': 'hello' }))).rejects.toThrow(noWorkbook);
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, '']));
    await expect(readRows(zip(files(10_000)))).rejects.toThrow(noWorkbook);
    await expect(readRows(zip(files(10_001)))).rejects.toThrow(damaged);
    const whole = makeWorkbook({ Points: Array.from({ length: 100 }, (_, i) => [i]) });
    await expect(readRows(whole.subarray(0, whole.length - 30))).rejects.toThrow(damaged);
    const sheet = deflateRawSync(Buffer.alloc(5000, 'x'));
    sheet.fill(0xff, 5);
    await expect(readRows(zip({ 'xl/workbook.xml': sheet }))).rejects.toThrow(noWorkbook);
  });

  it('unpacks to far more than its size', async () => {
    const sheet = Buffer.from(`<row r="1"/>${' '.repeat(1000)}`.repeat(70_000));
    await expect(readRows(createWorkbook(sheet, {}, true))).rejects.toThrow(
      'The file unpacks to more than 250 times its size, as no file of points does. Please import it unpacked.',
    );
  });

  it('has an endless cell, row or text', async () => {
    const cell = `<sheetData><row r="3"><c t="str"><v>${'1'.repeat(1_200_000)}`;
    await expect(readRows(createWorkbook(cell))).rejects.toThrow(
      'The Excel workbook has a cell that is too long to be a point.',
    );
    const row = `<sheetData><row r="3">${`<c><v>${'1'.repeat(500_000)}</v></c>`.repeat(3)}`;
    await expect(readRows(createWorkbook(row))).rejects.toThrow(
      'Row 3 of the Excel workbook is too long to hold points.',
    );
    const texts = `<si><t>${'x'.repeat(100_000)}</t></si>`.repeat(700);
    await expect(readRows(createWorkbook('<sheetData/>', { 'xl/sharedStrings.xml': texts }))).rejects.toThrow(
      'The Excel workbook has too much text. Please import it as csv.',
    );
  });

  it.each([
    '<row r="0"><c><v>1</v></c></row>',
    '<row r="1e30"><c><v>1</v></c></row>',
    '<row r="x"><c><v>1</v></c></row>',
    '<row r="1"><c r="XFE1"><v>1</v></c></row>',
    `<row r="1">${'<c/>'.repeat(16_385)}</row>`,
  ])('has an invalid cell reference: %.40s', async (row) => {
    await expect(readRows(createWorkbook(`<sheetData>${row}</sheetData>`))).rejects.toThrow(
      'The file is not an Excel workbook. Please save it as .xlsx, or choose a csv file.',
    );
  });

  it('has a document type, whose entities could expand', async () => {
    const sheet = '<!DOCTYPE a [<!ENTITY b "bbbb">]><sheetData><row><c><v>&b;</v></c></row></sheetData>';
    await expect(readRows(createWorkbook(sheet))).rejects.toThrow(
      'The Excel workbook has a document type, as none that Excel saves has.',
    );
  });
});
