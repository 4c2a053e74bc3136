// An explorer in a process of its own, which may write. Arguments: folder. Says its address, then at each line of stdin what
// it is doing, as JSON: processes, work under way, requests that wait, answers cut, connections, and the processor time in
// milliseconds that its event loop was taken for at once at most. Ends with stdin.
import { createInterface } from 'node:readline';
import { startExplorer } from '../../../dist/explorer/server.js';

const [folder] = process.argv.slice(2);
const explorer = await startExplorer({
  ...{ folder, givenStore: undefined, port: 0, canWrite: true },
  random: () => 0.5,
});
process.stdout.write(`${explorer.url}\n`);
// Processor time, since another program may have the processor meanwhile.
let [longest, before] = [0, process.cpuUsage()];
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}, 10).unref();
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== 'census') throw new Error(line);
  const connections = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  process.stdout.write(`${JSON.stringify({ ...explorer.census(), connections, longest })}\n`);
}
await explorer.close();
