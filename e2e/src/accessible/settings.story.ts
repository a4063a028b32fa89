import { lookAtPages } from './pages-below.ts';

lookAtPages('/settings');
lookAtPages('/tools');
