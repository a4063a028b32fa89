import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import type { ProductHistory } from './product-history.ts';

const HistoryContext = createContext<ProductHistory | null>(null);

/** The history of the pages. */
export function useHistory(): ProductHistory {
  const history = useContext(HistoryContext);
  if (history === null) throw new Error('There is no ProductRouter around this.');
  return history;
}

/** Shows the page of the address, without react-router's own loading of data, which no page uses. */
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
