/** Preloaded into a process (node --import) that must not load the packages that are slow to load. */
import { register } from 'node:module';

const hook = `export function resolve(specifier, context, next) {
  if (/^(apache-arrow|cli-progress|vega|@resvg)/.test(specifier)) throw new Error('loaded ' + specifier);
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
