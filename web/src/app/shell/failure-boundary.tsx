import { Component, type ReactNode } from 'react';
import { type Location, useLocation } from 'react-router';
import { ChunkLoadError } from '../../ui/page/lazy-component.tsx';
import { ScreenFailure } from './screen-failure.tsx';

interface Props {
  reload?: () => void;
  children: ReactNode;
}
interface State {
  location: Location;
  failure: { error: unknown } | null;
}

/** Error boundary that shows the error of its children until another page is opened. */
export function FailureBoundary(props: Props): ReactNode {
  return <Boundary {...props} location={useLocation()} />;
}

class Boundary extends Component<Props & { location: Location }, State> {
  override state: State = { location: this.props.location, failure: null };

  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failure: { error } });

  static getDerivedStateFromProps = ({ location }: { location: Location }, shown: State): State | null =>
    location === shown.location ? null : { location, failure: null };

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkLoadError) error.forget();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    const { reload } = this.props;
    return <ScreenFailure error={failure.error} {...(reload === undefined ? {} : { reload })} />;
  }
}
