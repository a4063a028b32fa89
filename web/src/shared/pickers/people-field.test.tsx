import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Recipient } from '@twinward/contracts/advisories/notification';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { PeopleField } from './people-field.tsx';

function Picking({ start }: { start: Recipient[] }): ReactNode {
  const [people, setPeople] = useState(start);
  return <PeopleField label="Reviewers" value={people} onChange={setPeople} />;
}

const ada = { id: 1, userName: 'ada', firstName: 'Ada', lastName: 'Marsh' };
const group = { name: 'PUMPS', caption: 'Pump crew' };

it('preserves the typed text while names are loading, and adds the found user', async () => {
  serve({
    'POST /api/security/resolve': () => Response.json({ users: [ada], groups: [] }),
    'POST /api/security/match': ({ body }) =>
      Response.json({ users: [], groups: JSON.stringify(body).includes('"pump"') ? [group] : [] }),
  });
  show(<Picking start={[{ type: 'user', id: 1 }]} />, '/', '/');
  await userEvent.type(screen.getByLabelText('Reviewers'), 'pump');
  await userEvent.click(await screen.findByRole('option', { name: 'Pump crew (group)' }));
  const chosen = [...document.querySelectorAll('.MuiChip-label')].map((chip) => chip.textContent);
  expect(chosen[0]).toBe('Ada Marsh (ada)');
  expect(chosen).toHaveLength(2);
});
