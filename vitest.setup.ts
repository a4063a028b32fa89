import fc from 'fast-check';

/** A property that holds takes seconds. The limit ends the search for the smallest counterexample of one that fails. */
fc.configureGlobal({ interruptAfterTimeLimit: 60_000 });
