import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import type { ProductHistory } from './product-history.ts';

const HistoryContext = createContext<ProductHistory | null>(null);

/** Returns the history of the nearest `ProductRouter`. */
export function useHistory(): ProductHistory {
  const history = useContext(HistoryContext);
  if (history === null) throw new Error('There is no ProductRouter around this.');
  return history;
}

/** Renders the page of the current URL. Does not use react-router's data loading, which no page needs. */
export function ProductRouter({
  history,
  basename = '/',
  children,
}: {
  history: ProductHistory;
  basename?: string;
  children: ReactNode;
}): ReactNode {
  const [{ location, action }, show] = useState(history.place);
  useLayoutEffect(() => history.listen(show), [history]);
  return (
    <HistoryContext value={history}>
      {/* Without transitions: a click shows the new page's title and skeleton at once. */}
      <Router
        basename={basename}
        location={location}
        navigationType={action}
        navigator={history.navigator}
        useTransitions={false}
      >
        {children}
      </Router>
    </HistoryContext>
  );
}
