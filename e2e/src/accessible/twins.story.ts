import { lookAtPages } from './pages-below.ts';

lookAtPages('/apps/twins');
