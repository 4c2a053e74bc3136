// An explorer in a process of its own, which may write. Arguments: folder. Says its address, then at each line of stdin what
// it is doing, as JSON: processes, work under way, requests that wait, answers cut, connections. Ends with stdin.
import { createInterface } from 'node:readline';
import { startExplorer } from '../../../dist/explorer/server.js';

const [folder] = process.argv.slice(2);
const explorer = await startExplorer({
  ...{ folder, givenStore: undefined, port: 0, canWrite: true },
  random: () => 0.5,
});
process.stdout.write(`${explorer.url}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== 'census') throw new Error(line);
  const connections = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  process.stdout.write(`${JSON.stringify({ ...explorer.census(), connections })}\n`);
}
await explorer.close();
