import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FieldGrid } from './field-grid.tsx';
import { RecordChoice, RecordChoices } from './record-choice.tsx';

const pumps = [
  { id: 7, name: 'P-7' },
  { id: 8, name: 'P-8' },
];

it('chooses one record or none, by id', async () => {
  const onChange = vi.fn();
  render(<RecordChoice label="Pump" records={pumps} none="No pump" value={7} onChange={onChange} />);
  await userEvent.selectOptions(screen.getByLabelText('Pump'), 'P-8');
  await userEvent.selectOptions(screen.getByLabelText('Pump'), 'No pump');
  expect(onChange.mock.calls).toEqual([[8], [null]]);
});

it('chooses several records, by id, among other fields', async () => {
  const onChange = vi.fn();
  render(
    <FieldGrid>
      <RecordChoices label="Pumps" records={pumps} value={[7]} onChange={onChange} />
    </FieldGrid>,
  );
  await userEvent.click(screen.getByLabelText('P-8'));
  expect(onChange).toHaveBeenCalledWith([7, 8]);
});
