import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BrowsedNode } from '@twinward/contracts/connections/request';
import { expect, it } from 'vitest';
import { createConnection, createRequest, opcua } from '../../testing/connections.ts';
import { type Answers, serve, show } from '../../testing/show.tsx';
import { BrowsePage } from './browse-page.tsx';

const node = (name: string, change: Partial<BrowsedNode> = {}): BrowsedNode => ({
  source: `s=${name}`,
  name,
  description: '',
  unit: null,
  isFolder: false,
  isReadable: true,
  value: null,
  time: null,
  tagId: null,
  ...change,
});
const area = node('Area', { isFolder: true, isReadable: false });
const plant: Record<string, { nodes: BrowsedNode[]; next?: string | null }> = {
  ' ': { nodes: [area, node('Clock')] },
  's=Area ': {
    nodes: [node('Pressure', { unit: 'bar', value: 4.5 }), node('Fed', { tagId: 8 })],
    next: 'page 2',
  },
  's=Area page 2': { nodes: [node('Flow')] },
};

const open = (more: Answers = {}) => {
  const asked = serve({
    'GET /api/connections/types': () => Response.json([opcua]),
    'GET /api/connections/4': () => Response.json(createConnection()),
    'GET /api/uom/units': () => Response.json([{ code: 'bar', name: 'bar', abbreviation: 'bar' }]),
    'POST /api/assets/filters': () => Response.json([]),
    'POST /api/connections/4/requests': ({ body }) => {
      const question = body as { kind: string; parent: string | null; after: string | null; search: string };
      if (question.kind === 'preview')
        return Response.json(
          createRequest({
            kind: 'preview',
            result: { nodes: [node('Pressure', { value: 4.75, time: '2026-01-01T00:00:00.000Z' })] },
          }),
          { status: 202 },
        );
      const page =
        question.search === ''
          ? plant[`${question.parent ?? ''} ${question.after ?? ''}`]
          : { nodes: [node('Pressure', { unit: 'bar' })] };
      const { nodes, next = null } = page!;
      return Response.json(createRequest({ kind: 'browse', result: { nodes, next } }), { status: 202 });
    },
    ...more,
  });
  show(<BrowsePage />, '/settings/connections/:id/browse', '/settings/connections/4/browse');
  return asked;
};
const item = (name: RegExp) => screen.findByRole('treeitem', { name });
const names = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent);
const choose = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const browsed = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ call }) => call === 'POST /api/connections/4/requests').map(({ body }) => body);

it('reads a folder page by page when it is opened', async () => {
  const asked = open();
  await item(/Area/);
  expect(browsed(asked)).toEqual([{ kind: 'browse', parent: null, search: '', after: null }]);
  await userEvent.click(await item(/Area/));
  expect((await item(/Pressure/)).getAttribute('aria-level')).toBe('2');
  expect(names()).toEqual(['Area', 'Pressure4.5 bar', 'FedFeeds a tag', 'Show more', 'Clock']);
  await userEvent.click(await item(/Show more/));
  await item(/Flow/);
  expect(names()).toEqual(['Area', 'Pressure4.5 bar', 'FedFeeds a tag', 'Flow', 'Clock']);
  await userEvent.click(await item(/Area/));
  expect(names()).toEqual(['Area', 'Clock']);
});

it('supports keys: arrows expand and move, Space selects a value or the loaded part of a folder', async () => {
  open();
  await item(/Area/);
  const tree = screen.getByRole('tree', { name: 'Sources of the system' });
  tree.focus();
  const active = () => document.getElementById(tree.getAttribute('aria-activedescendant')!)?.textContent;
  await userEvent.keyboard('{ArrowRight}');
  await item(/Pressure/);
  await userEvent.keyboard('{ArrowRight}');
  expect(active()).toContain('Pressure');
  await userEvent.keyboard(' ');
  expect(await screen.findByText('1 chosen')).toBeTruthy();
  expect((await item(/Pressure/)).getAttribute('aria-checked')).toBe('true');
  // A value that feeds a tag can't be selected again.
  expect((await item(/Fed/)).hasAttribute('aria-checked')).toBe(false);
  await userEvent.keyboard('{ArrowLeft}');
  expect(active()).toContain('Area');
  await userEvent.keyboard(' ');
  await waitFor(() => expect(screen.queryByText('1 chosen')).toBeNull());
  await userEvent.keyboard('{End}');
  expect(active()).toContain('Clock');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toContain('Show more');
  await userEvent.keyboard('{Enter}');
  await item(/Flow/);
  expect(active()).toContain('Flow');
});

it('searches values', async () => {
  const asked = open();
  await item(/Area/);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), 'press');
  await waitFor(() => expect(names()).toEqual(['Pressure']));
  expect(browsed(asked).at(-1)).toEqual({ kind: 'browse', parent: null, search: 'press', after: null });
});

it('previews values, and creates tags from the selected ones', async () => {
  const asked = open({
    'POST /api/connections/4/sources': () => Response.json([{ source: 's=Pressure', tagId: 90 }]),
  });
  await userEvent.click(await item(/Area/));
  await userEvent.click(await item(/Pressure/));
  await choose('Read values');
  expect(await screen.findByText('4.75 bar')).toBeTruthy();
  await choose('Create tags');
  const name = await screen.findByLabelText<HTMLInputElement>('Name of s=Pressure');
  expect(name.value).toBe('Pressure');
  await userEvent.type(screen.getByLabelText('Prefix'), 'U1.');
  expect(name.value).toBe('U1.Pressure');
  await choose('Create tag');
  expect(await screen.findByText(/1 tag created\./)).toBeTruthy();
  expect(asked.find(({ call }) => call === 'POST /api/connections/4/sources')?.body).toEqual([
    {
      source: 's=Pressure',
      factor: 1,
      offset: 0,
      name: 'U1.Pressure',
      caption: 'Pressure',
      description: '',
      unit: 'bar',
      assetIds: [],
    },
  ]);
  // Marked without another request to the system.
  expect((await item(/Pressure/)).textContent).toContain('Feeds a tag');
});

it('shows why a folder could not be read, and retries', async () => {
  let isDown = true;
  open({
    'POST /api/connections/4/requests': () =>
      Response.json(
        isDown
          ? createRequest({ kind: 'browse', state: 'failed', message: 'The server is not reached.' })
          : createRequest({ kind: 'browse', result: { nodes: [node('Clock')], next: null } }),
        { status: 202 },
      ),
  });
  const failed = await item(/The server is not reached/);
  isDown = false;
  await userEvent.click(failed);
  expect(await item(/Clock/)).toBeTruthy();
});
