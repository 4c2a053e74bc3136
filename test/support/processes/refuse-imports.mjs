/**
 * Preloaded into a process (node --import) that must not load some packages: those that are slow to load, or those
 * that the pattern in REFUSED_IMPORTS matches.
 */
import { register } from 'node:module';

const pattern = process.env.REFUSED_IMPORTS ?? '^(apache-arrow|cli-progress|vega|@resvg)';
const hook = `export function resolve(specifier, context, next) {
  if (/${pattern}/.test(specifier)) throw new Error('loaded ' + specifier);
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
