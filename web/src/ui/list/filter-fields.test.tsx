import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FilterBar } from './filter-bar.tsx';
import { ChoiceFilter, type FilteredList, SearchFilter } from './filter-fields.tsx';

type Name = 'search' | 'state';

function Sample() {
  const [filters, setFilters] = useState<FilteredList<Name>['filters']>({ search: 'pump' });
  const list: FilteredList<Name> = {
    filters,
    setFilters: (changes) =>
      setFilters((now) =>
        Object.fromEntries(Object.entries({ ...now, ...changes }).filter(([, one]) => one)),
      ),
    clearFilters: () => setFilters({}),
  };
  return (
    <FilterBar
      list={list}
      labels={{ search: (text) => `Contains ${text}`, state: (state) => `State ${state}` }}
    >
      <SearchFilter list={list} name="search" label="Name" />
      <ChoiceFilter list={list} name="state" label="State" choices={[{ value: 'on', label: 'On' }]} />
    </FilterBar>
  );
}

const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove filter/ }).map((chip) => chip.textContent);

it('shows and changes the filters of a list', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('pump');
  await user.selectOptions(screen.getByLabelText('State'), 'On');
  await user.type(screen.getByLabelText('Name'), 's');
  await screen.findByText('Contains pumps');
  expect(chips()).toEqual(['Contains pumps', 'State on']);
});

it('removes one filter, or all', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await user.selectOptions(screen.getByLabelText('State'), 'On');
  await user.click(screen.getByRole('button', { name: 'Remove filter: Contains pump' }));
  expect(chips()).toEqual(['State on']);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(chips()).toEqual([]);
});
