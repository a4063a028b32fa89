import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Annotation } from '@twinward/contracts/twins/annotation';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { plotFrame } from '../../ui/chart/plot.ts';
import { RangeBar } from '../../ui/chart/range-bar.tsx';
import { emptySeries } from '../../ui/chart/series.ts';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { Annotated } from './annotated.tsx';

const start = Date.UTC(2024, 0, 1);
const hour = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();
const annotation = (id: number, over: Partial<Annotation>): Annotation => ({
  id,
  twinId: null,
  tagId: 7,
  subject: 'TI-7',
  start: iso(start + 2 * hour),
  end: iso(start + 3 * hour),
  text: 'Seal changed',
  createdBy: 'ada',
  createdAt: iso(start),
  updatedAt: null,
  mayChange: true,
  version: 3,
  ...over,
});
const range = { from: start, to: start + 10 * hour };
const frame = plotFrame(1000, false);
const onRange = vi.fn();

function Charts(): ReactNode {
  const [cursor, setCursor] = useState<number | null>(null);
  const tags = [
    { id: 7, name: 'TI-7' },
    { id: 8, name: 'TI-8' },
  ];
  return (
    <Annotated twinId={5} twinName="Pump" tags={tags} range={range} onRange={onRange}>
      <RangeBar choice={{ kind: 'fixed', range }} range={range} dispatch={onRange} />
      {tags.map(({ id, name }) => (
        <TimeChart
          key={id}
          label={name}
          tagId={id}
          series={emptySeries}
          range={range}
          limits={[]}
          bands={[]}
          frame={frame}
          height={200}
          cursor={cursor}
          onCursor={setCursor}
          onRange={onRange}
        />
      ))}
    </Annotated>
  );
}

let kept: Annotation[];
const open = () => {
  const asked = serve({
    'GET /api/annotations': () => Response.json(kept),
    'POST /api/annotations': ({ body }) => Response.json(annotation(3, body as object), { status: 201 }),
    'PUT /api/annotations/1': ({ body }) => Response.json(annotation(1, body as object)),
    'DELETE /api/annotations/1': () => new Response(null, { status: 204 }),
  });
  show(<Charts />, '/', '/');
  return asked;
};
const readMarks = (name: string) =>
  [...screen.getByRole('application', { name }).querySelectorAll('[data-annotation]')].map(
    ({ textContent }) => textContent,
  );
const sentBy = (asked: ReturnType<typeof open>, call: string) => asked.find((one) => one.call === call);

beforeEach(() => {
  // Latest first, as the server returns them.
  kept = [
    annotation(2, {
      twinId: 5,
      tagId: null,
      subject: 'Pump',
      start: iso(start + 4 * hour),
      end: iso(start + 6 * hour),
      text: 'Stopped',
      mayChange: false,
    }),
    annotation(1, {}),
  ];
  onRange.mockClear();
});

it('shows annotations of a tag on its chart, those of the twin on all charts, and a table', async () => {
  const asked = open();
  const table = await screen.findByRole('table', { name: 'Annotations' });
  expect(readMarks('TI-7')).toEqual(['1 Seal changed', '2 Stopped']);
  expect(readMarks('TI-8')).toEqual(['2 Stopped']);
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  const { query } = sentBy(asked, 'GET /api/annotations')!;
  expect([query.get('twinId'), query.getAll('tagId'), query.get('from')]).toEqual([
    '5',
    ['7', '8'],
    String(start),
  ]);
});

it('assigns a dragged range to the tag of the chart', async () => {
  const asked = open();
  await screen.findByRole('table', { name: 'Annotations' });
  await userEvent.click(screen.getByRole('button', { name: 'Annotate' }));
  const chart = screen.getByRole('application', { name: 'TI-8' });
  chart.setPointerCapture = () => undefined;
  const at = (share: number) => frame.left + share * (frame.width - frame.left - frame.right);
  fireEvent.pointerDown(chart, { button: 0, clientX: at(0.1), pointerId: 1 });
  fireEvent.pointerMove(chart, { clientX: at(0.2), pointerId: 1 });
  fireEvent.pointerUp(chart, { clientX: at(0.2), pointerId: 1 });
  const dialog = await screen.findByRole('dialog', { name: 'New annotation' });
  expect(onRange).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save annotation' }));
  expect(within(dialog).getByText('Required.')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Text'), 'Cleaned');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save annotation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentBy(asked, 'POST /api/annotations')!.body).toEqual({
    twinId: null,
    tagId: 8,
    start: start + hour,
    end: start + 2 * hour,
    text: 'Cleaned',
  });
});

it('assigns times entered by keyboard to the twin', async () => {
  const asked = open();
  await screen.findByRole('table', { name: 'Annotations' });
  screen.getByRole('button', { name: 'Annotate' }).focus();
  await userEvent.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Enter times' }).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'New annotation' });
  await userEvent.type(within(dialog).getByLabelText('Text'), 'Stopped');
  await userEvent.selectOptions(within(dialog).getByLabelText('Shown on all charts of'), 'Twin Pump');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save annotation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentBy(asked, 'POST /api/annotations')!.body).toMatchObject({
    twinId: 5,
    tagId: null,
    start: range.from,
    end: range.to,
  });
});

it('allows editing and deleting only with access', async () => {
  const asked = open();
  await screen.findByRole('table', { name: 'Annotations' });
  expect(screen.queryByRole('button', { name: 'Actions for annotation 2' })).toBeNull();
  const act = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions for annotation 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await act('Edit');
  const dialog = await screen.findByRole('dialog', { name: 'Annotation of TI-7' });
  const text = within(dialog).getByLabelText('Text');
  await userEvent.clear(text);
  await userEvent.type(text, 'Seal replaced');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save annotation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentBy(asked, 'PUT /api/annotations/1')!.body).toMatchObject({ text: 'Seal replaced', version: 3 });
  await act('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sentBy(asked, 'DELETE /api/annotations/1')).toBeDefined());
});

it('restores the previous text by Undo, with the version that was read', async () => {
  const asked = serve({
    'GET /api/annotations': () => Response.json(kept),
    'PUT /api/annotations/1': ({ body }) => Response.json({ ...annotation(1, body as object), version: 4 }),
  });
  show(
    <>
      <Charts />
      <Announcer />
    </>,
    '/',
    '/',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for annotation 1' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  await userEvent.type(await screen.findByLabelText('Text'), ' twice');
  await userEvent.click(screen.getByRole('button', { name: 'Save annotation' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  await screen.findByText('Undone.');
  const before = { start: start + 2 * hour, end: start + 3 * hour, text: 'Seal changed' };
  expect(asked.filter(({ call }) => call === 'PUT /api/annotations/1').map(({ body }) => body)).toEqual([
    { ...before, text: 'Seal changed twice', version: 3 },
    { ...before, version: 4 },
  ]);
});
