import { useSearchParams } from 'react-router';
import type { TwinMapSettings } from '../../shared/twin-map/twin-map-card.tsx';

/** Grouping and size of the map, kept in the URL. */
export function useMapSettings(): [TwinMapSettings, (settings: TwinMapSettings) => void] {
  const [parameters, setParameters] = useSearchParams();
  const settings: TwinMapSettings = {
    group: parameters.get('group') === 'class' ? 'class' : 'structure',
    size: parameters.get('area') === 'risk' ? 'risk' : 'consequence',
  };
  const change = ({ group, size }: TwinMapSettings) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('group');
        changed.delete('area');
        if (group !== 'structure') changed.set('group', group);
        if (size !== 'consequence') changed.set('area', size);
        return changed;
      },
      { replace: true },
    );
  return [settings, change];
}
