// Opens the catalog at a path for writing, which migrates an older one. Arguments: path, and the number of the digest that it
// is killed at, which is inside the transaction; 0 for none. Says `begun` when it begins.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const [path, last] = process.argv.slice(2);
const { hash } = crypto;
let made = 0;
crypto.hash = (...what) => {
  if (++made === Number(last)) process.kill(process.pid, 'SIGKILL');
  return hash(...what);
};
syncBuiltinESMExports();

const { openForWriting } = await import('../../../dist/store/catalog/database.js');
process.stdout.write('begun\n');
openForWriting(path).close();
