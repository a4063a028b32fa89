// Where the server runs from its sources: a thread of Node 20 inherits no loader and has to register its own.
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const module = await import(pathToFileURL(process.argv[2]).href);
export default module.default;
