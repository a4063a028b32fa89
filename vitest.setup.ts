import fc from 'fast-check';

/** The limit ends the search for the smallest counterexample of a property that fails, before the time of its test is over. */
fc.configureGlobal({ interruptAfterTimeLimit: 150_000 });
