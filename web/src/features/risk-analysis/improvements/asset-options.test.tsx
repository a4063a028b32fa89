import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ImprovementOption } from '@twinward/contracts/risk/improvement';
import { beforeEach, expect, it } from 'vitest';
import { serve, show } from '../../../testing/show.tsx';
import { Announcer } from '../../../ui/feedback/announcer.tsx';
import { AssetOptions } from './asset-options.tsx';

const seal: ImprovementOption = {
  id: 7,
  assetId: 2,
  failureModeId: null,
  failureMode: null,
  name: 'Better seal',
  cost: 1000,
  effect: { type: 'probability', percent: 5 },
  fit: null,
  gain: 400,
  noEffect: null,
  version: 3,
};
const content = { failureModeId: null, name: 'Better seal', cost: 1000, effect: seal.effect };
const path = '/api/riskanalyses/1/assets/2/options';

let kept: ImprovementOption[];
beforeEach(() => {
  kept = [seal];
});

function open() {
  const asked = serve({
    [`GET ${path}`]: () => Response.json(kept),
    [`PUT ${path}/7`]: ({ body }) => Response.json({ ...seal, ...(body as object), version: 4 }),
    [`POST ${path}`]: ({ body }) => Response.json({ ...seal, ...(body as object), id: 8 }, { status: 201 }),
    [`DELETE ${path}/7`]: () => new Response(null, { status: 204 }),
    [`DELETE ${path}/8`]: () => new Response(null, { status: 204 }),
  });
  show(
    <>
      <AssetOptions riskAnalysisId={1} assetId={2} twinId={null} editing={{ warn: (go) => go() }} />
      <Announcer />
    </>,
    '/',
    '/',
  );
  return () => asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
}
const act = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Better seal' }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
};
const undo = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  await screen.findByText('Undone.');
};

it('undoes a change of an option with the saved version', async () => {
  const writes = open();
  await act('Edit');
  await userEvent.clear(await screen.findByLabelText(/^Option name/));
  await userEvent.type(screen.getByLabelText(/^Option name/), 'Seal');
  await userEvent.click(screen.getByRole('button', { name: 'Save option' }));
  await undo();
  expect(writes()).toEqual([
    [`PUT ${path}/7`, { ...content, name: 'Seal', version: 3 }],
    [`PUT ${path}/7`, { ...content, version: 4 }],
  ]);
});

it('restores a deleted option by Undo, and deletes a new one by Undo', async () => {
  const writes = open();
  await act('Delete');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await undo();
  expect(writes()).toEqual([
    [`DELETE ${path}/7`, undefined],
    [`POST ${path}`, content],
  ]);
});

it('offers no Undo for the deletion of an option fitted to life data', async () => {
  const fit = { title: 'Lives', method: 'mle', failures: 5, suspensions: 2, request: {} };
  kept = [{ ...seal, fit } as object as ImprovementOption];
  const writes = open();
  await act('Delete');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Deleted.');
  expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull();
  expect(writes()).toHaveLength(1);
});
