import { findRoutes } from '../core/route.ts';
import * as asset from './asset.ts';
import * as assetImport from './asset-import.ts';
import * as benchmark from './benchmark.ts';
import * as mtbf from './mtbf.ts';
import * as taxonomy from './taxonomy.ts';
import * as work from './work.ts';
import * as workImport from './work-import.ts';

export const assetsRoutes = findRoutes(assetImport, asset, benchmark, mtbf, taxonomy, workImport, work);
