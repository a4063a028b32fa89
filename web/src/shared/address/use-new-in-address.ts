import { useSearchParams } from 'react-router';

/** The open state of the dialog for a new record, kept in the URL as `?new`. Other parameters are kept. */
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
