import { gzipSync } from 'node:zlib';
import { type Attack, toOutcome } from '../attack.ts';
import { type Form, type Received, toForm } from '../caller.ts';
import type { Stage } from '../stage.ts';
import { createWorkbook } from '../workbook.ts';

const mebibyte = 1024 * 1024;

/** Uploads one file after the other, and follows each import to its end. */
function uploads(path: string, makeForms: () => readonly Form[]): Attack['prepare'] {
  return async (stage) => {
    const forms = makeForms();
    let count = 0;
    return async ({ index }) => {
      const answer = await stage.upload(index, path, forms[count++ % forms.length]!);
      return answer.status === 202 ? followed(stage, answer, index) : toOutcome(answer);
    };
  };
}

async function followed(stage: Stage, answer: Received, user: number): Promise<string> {
  const end = await stage.follow(answer, user);
  return end.replace(/:.*/s, '');
}

const inlineCell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Rows with a heading of three columns, each with a cell in the last column there is. */
function sparseRows(count: number): string {
  const heading = `<row r="1">${inlineCell('A1', 'tag')}${inlineCell('B1', 'time')}${inlineCell('XFD1', 'value')}</row>`;
  const rows = Array.from(
    { length: count },
    (_, i) => `<row r="${i + 2}">${inlineCell(`A${i + 2}`, 'x')}${inlineCell(`XFD${i + 2}`, '1')}</row>`,
  );
  return heading + rows.join('');
}

/** Small files that cause much work. */
export const fileAttacks: readonly Attack[] = [
  {
    name: 'workbooks with cells in the last column, XFD',
    concurrency: 4,
    outcomes: ['done', 'error'],
    prepare: uploads('/api/imports', () => [toForm('wide.xlsx', createWorkbook(sparseRows(50_000)))]),
  },
  {
    name: 'workbooks that unpack to a thousand times their size',
    concurrency: 4,
    outcomes: ['error'],
    prepare: uploads('/api/imports', () => [
      toForm('spaces.xlsx', createWorkbook(Buffer.alloc(200 * mebibyte, ' '))),
      toForm('rows.xlsx', createWorkbook('<row/>'.repeat(30_000_000))),
      toForm('attributes.xlsx', createWorkbook(`<row ${'a="b" '.repeat(20_000_000)}/>`)),
    ]),
  },
  {
    name: 'gzipped CSV files that unpack to a thousand times their size',
    concurrency: 4,
    outcomes: ['error'],
    prepare: uploads('/api/imports', () => [
      toForm('bomb.csv.gz', gzipSync(Buffer.alloc(400 * mebibyte, ' \n'), { level: 9 })),
      toForm('twice.csv.gz', gzipSync(gzipSync(Buffer.alloc(400 * mebibyte, ' \n')))),
    ]),
  },
  {
    name: 'CSV files with a million columns, a million quotes, or no line end',
    concurrency: 4,
    outcomes: ['error', 'done'],
    prepare: uploads('/api/imports', () => [
      toForm('columns.csv', Buffer.from(`tag,time,value\n${`${','.repeat(1_000_000)}\n`.repeat(20)}`)),
      toForm('heading.csv', Buffer.from(`time${',x'.repeat(500_000)}\n`)),
      toForm('quotes.csv', Buffer.from(`tag,time,value\n${`${'"'.repeat(1_000_000)}\n`.repeat(20)}`)),
      toForm('line.csv', Buffer.alloc(50 * mebibyte, '7')),
      toForm('fields.csv', Buffer.from(`tag,time,value\n${`"${'""'.repeat(500_000)}"\n`.repeat(20)}`)),
    ]),
  },
  {
    name: 'CSV files of a million points each, from twelve users at a time',
    concurrency: 12,
    outcomes: ['done'],
    prepare: async (stage) => {
      const { plant, hostile } = stage;
      const { name } = await hostile.db
        .selectFrom('tag')
        .select('name')
        .where('id', '=', plant.tagId)
        .executeTakeFirstOrThrow();
      const lines = Array.from({ length: 1_000_000 }, (_, i) => `${name},${plant.from + i * 2000},${i % 9}`);
      return uploads('/api/imports', () => [
        toForm('points.csv.gz', gzipSync(`tag,time,value\n${lines.join('\n')}\n`, { level: 1 })),
      ])(stage);
    },
  },
  {
    name: 'a million rows of unknown tags',
    concurrency: 4,
    outcomes: ['done', 'error'],
    prepare: uploads('/api/imports', () => [
      toForm(
        'unknown.csv.gz',
        gzipSync(
          `tag,time,value\n${Array.from({ length: 1_000_000 }, (_, i) => `none ${i},0,1`).join('\n')}\n`,
          { level: 1 },
        ),
      ),
    ]),
  },
  {
    name: 'files of 100,000 nested assets',
    concurrency: 4,
    outcomes: ['done', 'error'],
    prepare: uploads('/api/assets/imports', () => [
      toForm(
        'deep.csv',
        Buffer.from(
          `Unique id,Name,Parent\n${Array.from({ length: 99_999 }, (_, i) => `deep ${i},x,deep ${i + 1}`).join('\n')}\n`,
        ),
      ),
    ]),
  },
  {
    name: 'files of 100,000 rows of work',
    concurrency: 4,
    outcomes: ['done', 'error'],
    prepare: async (stage) => {
      const { name } = await stage.hostile.db
        .selectFrom('tag')
        .select('name')
        .where('id', '=', stage.plant.workTagId)
        .executeTakeFirstOrThrow();
      const rows = Array.from(
        { length: 99_999 },
        (_, i) => `${name},W${i},x${i},2020-01-01 00:00,2020-01-02 00:00`,
      );
      return uploads('/api/work/imports', () => [
        toForm('work.csv', Buffer.from(`Tag,Number,Name,Start,Completed\n${rows.join('\n')}\n`)),
      ])(stage);
    },
  },
  {
    name: 'oversized workbooks as files of benchmarks',
    concurrency: 6,
    outcomes: ['400'],
    prepare: async (stage) => {
      const forms = [
        toForm('bomb.xlsx', createWorkbook(Buffer.alloc(60 * mebibyte, ' '))),
        toForm('wide.xlsx', createWorkbook(sparseRows(20_000))),
      ];
      let count = 0;
      return async ({ index }) =>
        toOutcome(
          await stage.upload(index, '/api/library/models/mtbf/import', forms[count++ % forms.length]!),
        );
    },
  },
  {
    name: 'attachments that are too large or too many',
    concurrency: 6,
    outcomes: ['201', '413', '400', '409'],
    prepare: async (stage) => {
      const { id } = await stage.make<{ id: number }>('POST', '/api/advisories', {
        twinId: stage.plant.twinId,
        name: 'Attached',
      });
      const forms = [
        toForm('large.txt', Buffer.alloc(60 * mebibyte, 'x')),
        toForm('fits.txt', Buffer.alloc(9 * mebibyte, 'x')),
      ];
      let count = 0;
      return async ({ index }) =>
        toOutcome(
          await stage.upload(index, `/api/advisories/${id}/attachments`, forms[count++ % forms.length]!),
        );
    },
  },
];
