import { useSearchParams } from 'react-router';

/** Whether `?new` asks for the dialog of a new record, and what opens and closes it. The rest of the address stays. */
export function useNewInAddress(): [isNew: boolean, setIsNew: (isNew: boolean) => void] {
  const [address, setAddress] = useSearchParams();
  const setIsNew = (isNew: boolean): void =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        if (isNew) next.set('new', 'true');
        else next.delete('new');
        return next;
      },
      { replace: true },
    );
  return [address.has('new'), setIsNew];
}
